"""The characters by which `legacy.py` recognises a language."""

from __future__ import annotations

#: Signs that text of any language may hold, as far as its encoding has them.
MARKS = frozenset("“”‘’‚„«»‹›–—…•·°€£§©®™¿¡\xa0\xad№₫׳״₪،؛؟ـ฿")

_WESTERN = (
    "àâæçéèêëîïôœùûüÿ",  # French
    "äöüß",  # German
    "áéíóúüñçàèòïºª",  # Spanish, Catalan
    "àáâãçéêíóôõúºª",  # Portuguese
    "àèéìíîòóùú",  # Italian
    "åäöæøéü",  # Swedish, Danish, Norwegian, Finnish
    "áðéíóúýþæö",  # Icelandic
    "áéíóúëïöü",  # Dutch, Irish
)
_CENTRAL = (
    "áčďéěíňóřšťúůýžľĺŕôä",  # Czech, Slovak
    "ąćęłńóśźż",  # Polish
    "áéíóöőúüű",  # Hungarian
    "čćžšđ",  # Croatian, Slovene
    "ăâîşţșț",  # Romanian
)
_TURKISH = ("çğıöşüâîûi̇",)
_BALTIC = ("ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž")
_VIETNAMESE = ("àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",)

#: Candidates in Latin letters, the more common first: codec and the letters beyond ASCII of its languages.
LATIN: dict[str, tuple[str, ...]] = {
    "windows-1252": _WESTERN,
    "windows-1258": _VIETNAMESE,
    "windows-1250": _CENTRAL,
    "windows-1254": _TURKISH,
    "windows-1257": _BALTIC,
    "iso8859-2": _CENTRAL,
}

#: Old readings of the same languages. Their letters are signs and capitals in the encodings above, and a few
#: of those pass for letters there; so they only ever make a guess, and make a guess of what they rival.
OLD_LATIN: dict[str, tuple[str, ...]] = {"mac-roman": _WESTERN, "cp850": _WESTERN, "cp852": _CENTRAL}

_EITHER_CHINESE = frozenset(
    "的一是不了在人有我他中上大和地到以就出也你生能而子那得自之年後后作用道行所然家事成方多法去"
    "如都同天分小部其些主心前本但只想日者意力把十民第公此工使情明性知全三又正外高由最重手文位次"
    "月期日工作内及前收件可主管部申超元，。、；：？！「」『』（）《》“”【】"
)
_SIMPLIFIED = _EITHER_CHINESE | frozenset(
    "这个们来为国说时会对于着过发里种经么学现当没动面进样她从实军长机与无它关点业将两间问战应条请须应给员"
)
_TRADITIONAL = _EITHER_CHINESE | frozenset(
    "這個們來為國說時會對於著過發裡種經麼學現當沒動面進樣她從實軍長機與無它關點業將兩間問戰應條請須給員"
)
_JAPANESE = frozenset(
    "ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷ"
    "へべぺほぼぽまみむめもゃやゅゆょよらりるれろわをん"
    "ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチッツテデトドナニネノハバパヒビピフブプヘベペ"
    "ホボポマミムメモャヤュユョヨラリルレロワンヴー"
    "日一人年大会本中長出時行見月分後前生上下間方手自入者物部員申請場合、。「」『』（）・？！"
)
_KOREAN = frozenset(
    "이다는의에을가고하지를서은로한기도사리어자대시인아해나부정일수과있상장스그제원보전들게여만성공주경면조우"
    "합니습요안신라으마비무구세동적오계용할진유및위것"
)

#: Codec, the name people know it by, and its frequent characters.
Candidates = dict[str, tuple[str, frozenset[str]]]

EAST_ASIAN: Candidates = {
    "gb18030": ("gb18030", _SIMPLIFIED | _TRADITIONAL),
    "cp950": ("big5", _TRADITIONAL),
    "big5hkscs": ("big5", _TRADITIONAL),
    "cp932": ("shift_jis", _JAPANESE),
    "euc_jp": ("euc_jp", _JAPANESE),
    "cp949": ("euc_kr", _KOREAN),
}

#: The letters of each language, the most frequent first. The order alone tells how much a text looks like the
#: language, because the shares by rank are much the same in all alphabets (Gusein-Zade's law).
_RUSSIAN = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"
_UKRAINIAN = "оанивіертслкудмпязьбгчйхжшюцїєщфґ"
_BULGARIAN = "аеиотнрсвлкдпмзяъгбучщжцхйшюфь"
_SERBIAN = "аиоенрстјувкдмлпзгбчњцшхжћљђџф"
_MACEDONIAN = "аоиетнрвскдјлпумзгшбчцжќхљњфџѓѕ"
_BELARUSIAN = "аінеорсыклутдвпямзьбгчшйцжўюхэёф"
_GREEK = "αοιετσνηυρπκμλςάίδγόθέωχήύφώβξζψϊΐϋΰ"
_HEBREW = "יוהלאתמרבשנעדחםכקפגןצזטסךץף"
_ARABIC = "اليمنوتربعدسفهةكقحأجشطصىخإضذثغزءئآظؤًّ"
_THAI = "านรอกเง่มยลวดทสต้ัะปบีคหแจพชขใไิโ็์ถซุูณผึศืธฟภำษญฉฐฮฝๆฎฏฆฑฒฬฌฯ๊๋ฤ"
_CYRILLIC = (_RUSSIAN, _UKRAINIAN, _BULGARIAN, _SERBIAN, _MACEDONIAN, _BELARUSIAN)

#: Encodings of one byte a letter, the more common first: codec, the name people know it by, its languages.
ONE_BYTE: dict[str, tuple[str, tuple[str, ...]]] = {
    "cp1251": ("windows-1251", _CYRILLIC),
    "koi8-r": ("koi8-r", (_RUSSIAN,)),
    "koi8-u": ("koi8-u", (_UKRAINIAN,)),
    "cp1253": ("windows-1253", (_GREEK,)),
    "cp1255": ("windows-1255", (_HEBREW,)),
    "cp1256": ("windows-1256", (_ARABIC,)),
    "cp874": ("windows-874", (_THAI,)),
    "iso8859-5": ("iso8859-5", _CYRILLIC),
    "iso8859-6": ("iso8859-6", (_ARABIC,)),
    "iso8859-7": ("iso8859-7", (_GREEK,)),
    "cp866": ("cp866", (_RUSSIAN, _BULGARIAN)),
    "cp737": ("cp737", (_GREEK,)),
    "cp862": ("cp862", (_HEBREW,)),
    "mac-cyrillic": ("mac-cyrillic", _CYRILLIC),
    "mac-greek": ("mac-greek", (_GREEK,)),
}

#: The others are from systems that are hardly in use any more.
COMMON_ONE_BYTE = frozenset(
    ("windows-1251", "koi8-r", "koi8-u", "windows-1253", "windows-1255", "windows-1256", "windows-874")
)

#: What is common in any text: printable ASCII, line ends, and the frequent characters above.
COMMON = frozenset(map(chr, range(0x20, 0x7F))).union("\t\r\n", _SIMPLIFIED, _TRADITIONAL, _JAPANESE, _KOREAN)
