"""Short programs of our own, one a language, with what a reader would call their symbols.

`SAMPLES[language]` is `(source, symbols)`: each symbol is `(name, type, words)` where the words are the
first and the last thing that belongs to it, its comment or decorator included.
"""

SAMPLES = {}

SAMPLES["python"] = (
    '''"""Đếm từ 🐍 trong văn bản."""
import os
from collections import Counter

LIMIT = 10


# Tách một câu thành các từ.
@cache
def tách_từ(câu):
    """Trả về danh sách."""
    return câu.split()


class Counter2(Counter):
    """Counts words."""

    size = 0

    def add(self, word):
        self[word] += 1

    @property
    def total(self):
        return sum(self.values())


async def main():
    print(await read())


if __name__ == "__main__":
    main()
''',
    [
        ("tách_từ", "function", "# Tách", "câu.split()"),
        ("Counter2", "class", "class Counter2", "self.values())"),
        ("Counter2.add", "method", "def add", "+= 1"),
        ("Counter2.total", "method", "@property", "self.values())"),
        ("main", "function", "async def main", "read())"),
    ],
    ["os", "collections"],
)

SAMPLES["javascript"] = (
    """#!/usr/bin/env node
import fs, { join } from "fs";
const http = require("http");

const LIMIT = 10;

/**
 * Reads a file 🙂.
 */
export async function read(path) {
  return fs.readFile(path);
}

export default class Store extends Base {
  #items = [];

  constructor(name) {
    super(name);
  }

  // Adds one.
  add(item) {
    this.#items.push(item);
  }

  static of = (...items) => new Store(items);
}

const double = (x) => {
  return x * 2;
};

module.exports.half = function (x) {
  return x / 2;
};

function* ids() {
  yield 1;
}
""",
    [
        ("read", "function", "/**", "readFile(path);\n}"),
        ("Store", "class", "export default class", "new Store(items);\n}"),
        ("Store.constructor", "method", "constructor", "super(name);\n  }"),
        ("Store.add", "method", "// Adds one.", "push(item);\n  }"),
        ("Store.of", "method", "static of", "Store(items);"),
        ("double", "function", "const double", "};"),
        ("half", "function", "module.exports.half", "};"),
        ("ids", "function", "function* ids", "yield 1;\n}"),
    ],
    ["fs", "http"],
)

SAMPLES["typescript"] = (
    """import { Thing } from "./thing";
import type { Other } from '../other';

/** A shape. */
export interface Shape {
  area(): number;
}

type Name = string | undefined;

enum Colour { Red, Green }

@Injectable()
export class Service<T> implements Shape {
  private readonly names: Name[] = [];

  constructor(private http: Http) {}

  @Input()
  area(): number {
    return this.names.length;
  }
}

abstract class Base {
  abstract run(): void;
}

namespace Tools {
  export function trim(text: string): string {
    return text.trim();
  }
}

export const add = async (a: number, b: number): Promise<number> => {
  return a + b;
};

declare function outside(x: number): void;
""",
    [
        ("Shape", "interface", "/** A shape. */", "number;\n}"),
        ("Name", "type", "type Name", "undefined;"),
        ("Colour", "enum", "enum Colour", "Green }"),
        ("Service", "class", "@Injectable()", "names.length;\n  }\n}"),
        ("Service.constructor", "method", "constructor", "{}"),
        ("Service.area", "method", "@Input()", "names.length;\n  }"),
        ("Base", "class", "abstract class Base", "void;\n}"),
        ("Tools", "namespace", "namespace Tools", "trim();\n  }\n}"),
        ("Tools.trim", "function", "export function trim", "trim();\n  }"),
        ("add", "function", "export const add", "};"),
        ("outside", "function", "declare function", "void;"),
    ],
    ["./thing", "../other"],
)

SAMPLES["tsx"] = (
    """import React from "react";

export function Button({ label }: Props) {
  return <button className="b">{label}</button>;
}

const List: React.FC = () => {
  return (
    <ul>
      <li>một</li>
    </ul>
  );
};
""",
    [
        ("Button", "function", "export function Button", "</button>;\n}"),
        ("List", "function", "const List", "};"),
    ],
    ["react"],
)

SAMPLES["java"] = (
    """package com.example;

import java.util.List;
import static java.lang.Math.max;

/**
 * Giỏ hàng 🛒.
 */
@Entity
@Table(name = "cart")
public class Cart extends Base implements Sized {
    private int size = 0;

    public Cart() {
    }

    // Adds one.
    @Override
    public void add(Item item) {
        size++;
    }

    static class Line {
        int count() { return 1; }
    }
}

interface Sized {
    int size();
}

enum Colour {
    RED, GREEN;

    Colour next() { return RED; }
}

record Point(int x, int y) {
    int sum() { return x + y; }
}
""",
    [
        ("Cart", "class", "/**", "return 1; }\n    }\n}"),
        ("Cart.Cart", "constructor", "public Cart()", "}"),
        ("Cart.add", "method", "// Adds one.", "size++;\n    }"),
        ("Cart.Line", "class", "static class Line", "return 1; }\n    }"),
        ("Cart.Line.count", "method", "int count()", "return 1; }"),
        ("Sized", "interface", "interface Sized", "size();\n}"),
        ("Colour", "enum", "enum Colour", "RED; }\n}"),
        ("Colour.next", "method", "Colour next()", "RED; }"),
        ("Point", "record", "record Point", "x + y; }\n}"),
    ],
    ["java.util.List", "java.lang.Math.max"],
)

SAMPLES["go"] = (
    """package main

import (
	"fmt"
	str "strings"
)

const Limit = 10

// Server answers.
type Server struct {
	name string
}

type Runner interface {
	Run() error
}

// Run chạy máy chủ.
func (s *Server) Run() error {
	fmt.Println(s.name)
	return nil
}

func (m Map[K, V]) Len() int { return 0 }

func main() {
	(&Server{"x"}).Run()
}
""",
    [
        ("Server", "struct", "// Server answers.", "string\n}"),
        ("Runner", "interface", "type Runner", "error\n}"),
        ("Server.Run", "method", "// Run chạy", "return nil\n}"),
        ("Map.Len", "method", "func (m Map", "return 0 }"),
        ("main", "function", "func main", "Run()\n}"),
    ],
    ["fmt", "strings"],
)

SAMPLES["rust"] = (
    """//! The module.
use std::collections::HashMap;
use crate::{a, b};

const LIMIT: usize = 10;

/// A point.
#[derive(Debug, Clone)]
pub struct Point<T> {
    x: T,
}

pub enum Colour { Red, Green }

pub trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> String { "shape".into() }
}

impl<T> Shape for Point<T> {
    /// The area.
    #[inline]
    fn area(&self) -> f64 {
        0.0
    }
}

mod inner {
    pub fn deep() {}
}

macro_rules! twice {
    ($e:expr) => { $e * 2 };
}

#[test]
fn đo() {
    assert_eq!(1, 1);
}
""",
    [
        ("Point", "struct", "/// A point.", "x: T,\n}"),
        ("Colour", "enum", "pub enum", "Green }"),
        ("Shape", "trait", "pub trait Shape", ".into() }\n}"),
        ("Shape.name", "method", "fn name", ".into() }"),
        ("Point", "impl", "impl<T> Shape", "0.0\n    }\n}"),
        ("Point.area", "method", "/// The area.", "0.0\n    }"),
        ("inner", "module", "mod inner", "deep() {}\n}"),
        ("inner.deep", "function", "pub fn deep", "{}"),
        ("twice", "macro", "macro_rules!", "};\n}"),
        ("đo", "function", "#[test]", "1, 1);\n}"),
    ],
    ["std::collections::HashMap", "crate::{a, b}"],
)

SAMPLES["c"] = (
    """#include <stdio.h>
#include "local.h"

#define LIMIT 10
#define SQUARE(x) ((x) * (x))

typedef struct point {
    int x;
} point_t;

struct node {
    struct node *next;
};

enum colour { RED, GREEN };

/* Adds two. */
static int add(int a, int b)
{
    return a + b;
}

#ifdef DEBUG
char *name(const struct node *n) {
    return "n";
}
#endif

int main(void) {
    return add(1, 2);
}
""",
    [
        ("point_t", "type", "typedef struct", "point_t;"),
        ("node", "struct", "struct node {", "};"),
        ("colour", "enum", "enum colour", "GREEN };"),
        ("add", "function", "/* Adds two. */", "a + b;\n}"),
        ("name", "function", "char *name", '"n";\n}'),
        ("main", "function", "int main", "2);\n}"),
    ],
    ["stdio.h", "local.h"],
)

SAMPLES["cpp"] = (
    """#include <vector>
#include "local.hpp"

using namespace std;

namespace shop {

// A cart.
template <typename T>
class Cart : public Base {
public:
    Cart() = default;
    ~Cart() {}

    /* Adds one. */
    void add(const T& item) {
        items.push_back(item);
    }

    bool operator==(const Cart& other) const { return true; }

private:
    std::vector<T> items;
};

struct Point { int x; };

enum class Colour { Red };

}  // namespace shop

template <typename T>
T largest(T a, T b) {
    return a > b ? a : b;
}

int shop::Cart<int>::total() const {
    return 0;
}

int main() { return 0; }
""",
    [
        ("shop", "namespace", "namespace shop", "}  // namespace shop"),
        ("shop.Cart", "class", "// A cart.", "items;\n};"),
        ("shop.Cart.~Cart", "method", "~Cart", "{}"),
        ("shop.Cart.add", "method", "/* Adds one. */", "(item);\n    }"),
        ("shop.Cart.operator==", "method", "bool operator==", "true; }"),
        ("shop.Point", "struct", "struct Point", "};"),
        ("shop.Colour", "enum", "enum class", "};"),
        ("largest", "function", "template <typename T>\nT", ": b;\n}"),
        ("shop.Cart.total", "method", "int shop::Cart", "return 0;\n}"),
        ("main", "function", "int main", "0; }"),
    ],
    ["vector", "local.hpp"],
)

SAMPLES["csharp"] = (
    """using System;
using System.Linq;

namespace Shop
{
    /// <summary>A cart.</summary>
    [Serializable]
    public class Cart : Base
    {
        private int size;

        public Cart(int size)
        {
            this.size = size;
        }

        // Adds one.
        [Obsolete]
        public void Add(Item item)
        {
            size++;
        }

        public int Size
        {
            get { return size; }
            set { size = value; }
        }
    }

    public interface ISized { int Size(); }

    public struct Point { public int X; }

    public enum Colour { Red, Green }

    public record Person(string Name);
}
""",
    [
        ("Shop", "namespace", "namespace Shop", "Name);\n}"),
        ("Shop.Cart", "class", "/// <summary>", "value; }\n        }\n    }"),
        ("Shop.Cart.Cart", "constructor", "public Cart(", "= size;\n        }"),
        ("Shop.Cart.Add", "method", "// Adds one.", "size++;\n        }"),
        ("Shop.Cart.Size", "property", "public int Size", "value; }\n        }"),
        ("Shop.ISized", "interface", "public interface", "Size(); }"),
        ("Shop.Point", "struct", "public struct", "X; }"),
        ("Shop.Colour", "enum", "public enum", "Green }"),
        ("Shop.Person", "record", "public record", "Name);"),
    ],
    ["System", "System.Linq"],
)

SAMPLES["ruby"] = (
    """require "json"
require_relative "lib/tool"

LIMIT = 10

module Shop
  # A cart.
  class Cart < Base
    attr_reader :items

    def initialize(items)
      @items = items
    end

    # Đếm.
    def size
      @items.size
    end

    def self.empty
      new([])
    end
  end
end

def main
  puts Shop::Cart.empty.size
end
""",
    [
        ("Shop", "module", "module Shop", "end\n  end\nend"),
        ("Shop.Cart", "class", "# A cart.", "new([])\n    end\n  end"),
        ("Shop.Cart.initialize", "method", "def initialize", "= items\n    end"),
        ("Shop.Cart.size", "method", "# Đếm.", "items.size\n    end"),
        ("Shop.Cart.empty", "method", "def self.empty", "new([])\n    end"),
        ("main", "function", "def main", "empty.size\nend"),
    ],
    ["json", "lib/tool"],
)

SAMPLES["php"] = (
    """<?php
namespace App\\Models;

use App\\Base;
use App\\Tools\\{Trim, Pad};

require_once 'helpers.php';

/**
 * A cart.
 */
#[Entity]
final class Cart extends Base
{
    private int $size = 0;

    public function __construct(private string $name)
    {
    }

    // Adds one.
    public function add(Item $item): void
    {
        $this->size++;
    }
}

interface Sized
{
    public function size(): int;
}

trait Named
{
    public function name(): string { return 'n'; }
}

enum Suit: string { case Hearts = 'H'; }

function helper($x) {
    return $x * 2;
}
""",
    [
        ("Cart", "class", "/**", "size++;\n    }\n}"),
        ("Cart.__construct", "method", "public function __construct", "}"),
        ("Cart.add", "method", "// Adds one.", "size++;\n    }"),
        ("Sized", "interface", "interface Sized", "int;\n}"),
        ("Named", "trait", "trait Named", "'n'; }\n}"),
        ("Named.name", "method", "public function name", "'n'; }"),
        ("Suit", "enum", "enum Suit", "'H'; }"),
        ("helper", "function", "function helper", "2;\n}"),
    ],
    ["App\\Base", "App\\Tools\\{Trim, Pad}", "helpers.php"],
)

SAMPLES["kotlin"] = (
    """package com.example

import kotlin.math.max
import java.util.*

const val LIMIT = 10

/** A cart. */
@Serializable
data class Cart(val name: String) : Base() {
    private val items = mutableListOf<Item>()

    // Adds one.
    override fun add(item: Item) {
        items.add(item)
    }

    companion object {
        fun empty() = Cart("")
    }
}

interface Sized {
    fun size(): Int
}

object Registry {
    fun clear() {}
}

enum class Colour { RED, GREEN }

fun String.twice(): String {
    return this + this
}

fun main() {
    println("xin chào")
}
""",
    [
        ("Cart", "class", "/** A cart. */", 'Cart("")\n    }\n}'),
        ("Cart.add", "method", "// Adds one.", "add(item)\n    }"),
        ("Sized", "interface", "interface Sized", "Int\n}"),
        ("Registry", "object", "object Registry", "clear() {}\n}"),
        ("Registry.clear", "method", "fun clear", "{}"),
        ("Colour", "enum", "enum class", "GREEN }"),
        ("String.twice", "function", "fun String.twice", "this\n}"),
        ("main", "function", "fun main", 'chào")\n}'),
    ],
    ["kotlin.math.max", "java.util.*"],
)

SAMPLES["swift"] = (
    """import Foundation
import UIKit

let limit = 10

/// A cart.
@objc
public final class Cart: Base {
    var items: [Item] = []

    init(items: [Item]) {
        self.items = items
    }

    // Adds one.
    func add(_ item: Item) {
        items.append(item)
    }
}

struct Point {
    var x: Int
}

enum Colour {
    case red, green
}

protocol Sized {
    func size() -> Int
}

extension Cart: Sized {
    func size() -> Int { items.count }
}

func main() {
    print("xin chào 🙂")
}
""",
    [
        ("Cart", "class", "/// A cart.", "append(item)\n    }\n}"),
        ("Cart.init", "constructor", "init(items", "= items\n    }"),
        ("Cart.add", "method", "// Adds one.", "append(item)\n    }"),
        ("Point", "struct", "struct Point", "Int\n}"),
        ("Colour", "enum", "enum Colour", "green\n}"),
        ("Sized", "protocol", "protocol Sized", "Int\n}"),
        ("Cart", "extension", "extension Cart", "count }\n}"),
        ("Cart.size", "method", "func size() -> Int {", "count }"),
        ("main", "function", "func main", '🙂")\n}'),
    ],
    ["Foundation", "UIKit"],
)

SAMPLES["bash"] = (
    """#!/bin/bash
set -e
source ./lib.sh
. "$HOME/.env"

LIMIT=10

# In ra lời chào 🙂.
hello() {
  echo "xin chào $1"
}

function bye {
  local name="$1"
  cat <<EOF
bye $name
EOF
}

if [ "$1" = "x" ]; then
  hello "$2"
fi
""",
    [
        ("hello", "function", "# In ra", '$1"\n}'),
        ("bye", "function", "function bye", "EOF\n}"),
    ],
    ["./lib.sh", "$HOME/.env"],
)

SAMPLES["sql"] = (
    """-- Khách hàng.
CREATE TABLE customers (
    id INT PRIMARY KEY,
    name VARCHAR(100) NOT NULL
);

CREATE VIEW big AS
SELECT id, name FROM customers WHERE id > 10;

CREATE INDEX by_name ON customers (name);

CREATE FUNCTION twice(x INT) RETURNS INT AS $$
BEGIN
    RETURN x * 2;
END;
$$ LANGUAGE plpgsql;

INSERT INTO customers (id, name) VALUES (1, 'đỗ 🙂'), (2, 'b');

SELECT name, COUNT(*)
FROM customers
GROUP BY name;
""",
    [
        ("customers", "table", "-- Khách", "NULL\n);"),
        ("big", "view", "CREATE VIEW", "10;"),
        ("by_name", "index", "CREATE INDEX", "(name);"),
        ("twice", "function", "CREATE FUNCTION", "plpgsql;"),
    ],
    [],
)
