#!/usr/bin/env python3
"""Writes what Hugging Face's tokenizers make of texts, for the tests of package support/models/sentence/tokenizer.

    python -m venv VENV && VENV/bin/pip install -r requirements_sentence.txt
    VENV/bin/python gen_tokenizers.py FOLDER     # of MiniLM-L6-v2, as make model prints it

writes ../models/sentence/tokenizer/testdata/*.json.gz and ztables.go. Small tokenizers are trained here, on the texts below; MiniLM's own
tokenizer.json is taken as it is. Training gives another vocabulary each time, so a new run changes all files of small tokenizers. Offsets are in
characters, as the package has them in Python.
"""
import base64, gzip, io, json, os, sys, tempfile

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
import sentencepiece
import unicodedata2
from sentencepiece import sentencepiece_model_pb2

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "../models/sentence/tokenizer")

TEXTS = [
    "", " ", "   ", "\t\n\r", "\u00a0\u2003\u3000", "a", "Hello, world!", "The quick brown fox jumps over the lazy dog.",
    "  leading and trailing  ", "double  spaces   and\ttabs\nand lines\r\n\r\nend", "don't we'll I'VE they're he'd it's I'm O'Neil's 'tis",
    "Crème brûlée, naïve façade, Ångström, ñandú, ÀÉÎÕÜ, ß, ﬁne, Œuvre", "e\u0301 a\u0300\u0301 o\u0308\u0304 \u0301alone n\u0303o",
    "ǆ Ǆ İstanbul ıI Σίσυφος ΟΔΥΣΣΕΥΣ ẞ ﬃ ½ ² ① Ⅷ ㎏", "Быстрая коричневая лиса прыгает через ленивую собаку. Ёлка, йод, Її.",
    "Η γρήγορη καφέ αλεπού πηδά πάνω από το τεμπέλικο σκυλί. ΆΈΉΊ", "كل الناس يولدون أحرارًا متساوين في الكرامة والحقوق.", "السَّلامُ عَلَيْكُمْ ﷺ",
    "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.", "שָׁלוֹם עֲלֵיכֶם", "सभी मनुष्य जन्म से स्वतन्त्र हैं। क्षत्रिय ज़िन्दगी",
    "มนุษย์ทั้งปวงเกิดมามีอิสระและเสมอภาคกัน น้ำ", "人人生而自由,在尊严和权利上一律平等。", "すべての人間は、生まれながらにして自由であり、ガギグ が カ\u3099", "漢字kanji混じりtext 𠮷野家 𪚥 豈 丽",
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.", "\u1112\u1161\u11ab\u1100\u1173\u11af", "தமிழ் ഭാഷ తెలుగు ಕನ್ನಡ ગુજરાતી ਪੰਜਾਬੀ বাংলা", "ქართული հայերեն አማርኛ ភាសាខ្មែរ ລາວ မြန်မာ བོད་ཡིག",
    "😀 😃👍🏽 👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪🇫🇷 ❤️ 🥰🫠", "👩🏿‍🚀writes code👩‍💻", "a\u200bb\u200cc\u200dd\ufeffe\u2060f", "\u0000\u0001\u0007\u001b[0m\u007f\u0085\u009f\u008f x\u00ady",
    "line\u2028separator\u2029paragraph\u000bvertical\u000cform", "\ufffd broken \ufffd\ufffd", "\ue000private\U000f0000 \u0378unassigned\U0001fae8 \u1c80",
    "price: $1,234.56 (€99) – 50% off! #tag @user a+b=c x^2 `code` ~tilde |pipe| <b>", "e-mail: some.one@example.com https://example.com/a?b=c&d=e#f", "3.14159 1000000 ٣٤٥ १२३ ໑໒ 𝟘𝟙 ½ Ⅳ 四",
    "snake_case camelCase PascalCase kebab-case SCREAMING_SNAKE __init__ a_b", "\u201cquotes\u201d \u2018single\u2019 «guillemets» „low“ …ellipsis — dash ‐ hyphen ‑",
    "[CLS] a [SEP] b [MASK] c [PAD] [UNK] [cls]", "<s>start</s> <mask> <pad><unk> <extra>  <mask>  end<mask>", "xtokx newtoken New Token newtokens anewtoken new token", "▁metaspace▁ ▁▁ _ a▁b", "<0x41> <0xE2> ÿ Ā Ġ Ċ",
    "supercalifragilisticexpialidocious antidisestablishmentarianism", "x" * 130, "é" * 101 + " " + "ü" * 100, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "unaffable embeddings tokenization",
    "H\u0329e\u0328\u0301\u0323llo \u1e69 s\u0323\u0307 s\u0307\u0323 q\u0307\u0323", "ａｂｃ ＡＢＣ １２３ ｶﾞ ﾊﾟ", "\u0344 \u0958 \u2126 \u212b \uf900 \ufb1d \u0f73", "\U0001d15e\U0001d165 \u0340\u0341", "Zażółć gęślą jaźń, příliš žluťoučký kůň, Đà Nẵng, Việt Nam",
    "\n\n\n", "a\n\n b \n  c", "\r\n\r\n  \r\nx", "I'LL 'S 'Re ''", "tab\tseparated\tvalues", "١٬٢٣٤", "ʼn ŉ ʹ ͵ ;", "\U0010ffff\U000e0001\ufe0f\u034f",
]
LONG = [" ".join(TEXTS[6:30]) * 6, "the quick brown fox, " * 600]
PAIRS = [("Hello, world!", "The quick brown fox."), ("", "b"), ("a", ""), ("", ""), (" Что?  ", "人人生而自由 é\u0301"), ("don't stop [SEP]", "<mask> it's late </s>"), ("one two three four five six seven eight nine ten", "short text")]
RAW = [b"abc\xff\xfedef", b"\xe2\x82 \xf0\x9f\x98 cut", b"\xc3\xa9\x80\x80 \xed\xa0\x80", b"\xff"]
TRAINING = [t for t in TEXTS if len(t) > 20 and not t.startswith("x")] * 3 + ["the quick brown fox and the lazy dog, over and over, don't you think"] * 5


def perByte(raw):
    """The text of bytes, with U+FFFD in place of each byte that is of no valid UTF-8, as Go reads a string."""
    text, i = "", 0
    while i < len(raw):
        for n in (1, 2, 3, 4):
            try:
                text += raw[i:i + n].decode("utf-8")
                i += n
                break
            except UnicodeDecodeError:
                pass
        else:
            text += "\ufffd"
            i += 1
    return text


def encoding(e):
    return {"ids": e.ids, "tokens": e.tokens, "offsets": [x for o in e.offsets for x in o], "types": e.type_ids, "special": e.special_tokens_mask, "attention": e.attention_mask}


def case(t, a, b=None, special=True, **more):
    out = {"text": a, "special_tokens": special, **more}
    if b is not None:
        out["pair"] = b
    try:
        e = t.encode(a, b, add_special_tokens=special)
    except Exception as error:
        return {**out, "error": str(error)}
    return {**out, **encoding(e)}


def cases(t):
    t.no_truncation()
    t.no_padding()
    out = [case(t, x) for x in TEXTS + LONG[:1]] + [case(t, perByte(r), raw=base64.b64encode(r).decode()) for r in RAW]
    out += [case(t, x, special=False) for x in TEXTS[6:12]] + [case(t, x, y) for x, y in PAIRS] + [case(t, x, y, False) for x, y in PAIRS[:2]]
    for length in (4, 7, 11):
        for strategy in ("longest_first", "only_first", "only_second"):
            for direction in ("right", "left"):
                t.enable_truncation(length, strategy=strategy, direction=direction)
                how = {"truncation": json.loads(t.to_str())["truncation"]}
                out += [case(t, x, **how) for x in TEXTS[5:8]] + [case(t, x, y, **how) for x, y in PAIRS] + [case(t, *PAIRS[6], False, **how)]
    t.no_truncation()
    batches = []
    for how in ({}, {"direction": "left"}, {"length": 12}, {"pad_to_multiple_of": 8}, {"length": 9, "pad_to_multiple_of": 8, "pad_id": 5, "pad_type_id": 1, "pad_token": "[x]"}):
        t.enable_padding(**how)
        texts = TEXTS[5:10]
        batches.append({"padding": json.loads(t.to_str())["padding"], "texts": texts, "encodings": [encoding(e) for e in t.encode_batch(texts)]})
        out.append(case(t, "Hello, world!", padding=batches[-1]["padding"]))
    t.enable_truncation(6)
    batches.append({"padding": batches[-1]["padding"], "truncation": json.loads(t.to_str())["truncation"], "texts": TEXTS[:12], "encodings": [encoding(e) for e in t.encode_batch(TEXTS[:12])]})
    t.no_truncation()
    t.no_padding()
    return out, batches


def write(name, value):
    data = json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode()
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=9, mtime=0) as f:  # the same bytes each time
        f.write(data)
    with open(os.path.join(PACKAGE, "testdata", name + ".json.gz"), "wb") as f:
        f.write(out.getvalue())
    print(name, len(out.getvalue()), "bytes")


def golden(name, t):
    text = t.to_str()
    c, b = cases(Tokenizer.from_str(text))
    write(name, {"tokenizer": json.loads(text), "cases": c, "batches": b})


def train(t, trainer):
    t.train_from_iterator(TRAINING, trainer)
    return t


def charsmap(rules=None):
    """SentencePiece's compiled rules: those of nmt_nfkc, or of a table of code points."""
    with tempfile.TemporaryDirectory() as d:
        corpus, model = os.path.join(d, "corpus"), os.path.join(d, "m")
        with open(corpus, "w") as f:
            f.write("\n".join(t.replace("\n", " ").replace("\0", "") for t in TRAINING))
        how = {"normalization_rule_name": "nmt_nfkc"}
        if rules:
            with open(os.path.join(d, "rules.tsv"), "w") as f:
                f.write("\n".join(" ".join(f"{ord(c):X}" for c in a) + "\t" + " ".join(f"{ord(c):X}" for c in b) for a, b in rules) + "\n")
            how = {"normalization_rule_tsv": os.path.join(d, "rules.tsv")}
        sentencepiece.SentencePieceTrainer.train(input=corpus, model_prefix=model, vocab_size=40, model_type="char", hard_vocab_limit=False, minloglevel=2, **how)
        p = sentencepiece_model_pb2.ModelProto()
        with open(model + ".model", "rb") as f:
            p.ParseFromString(f.read())
        return base64.b64encode(p.normalizer_spec.precompiled_charsmap).decode()


RULES = [("\u00bd", "1/2"), ("\u2122", "TM"), ("e\u0301", "\u00e9"), ("\u00ad", ""), ("\u200b", ""), ("\ufb01", "fi"), ("A", "a"), ("ab", "x"), ("\u3000", " "), ("\u1f468", "m"), ("\u0e19\u0e49", "N"), ("\u00e8", "e\u0300")]
LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
CL100K = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
SPECIAL = ["<s>", "</s>", "<unk>", "<pad>"]


def tokenizers(folder):
    yield "minilm", Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))

    t = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=20))
    t.normalizer = normalizers.BertNormalizer(lowercase=False, handle_chinese_chars=False)
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    train(t, trainers.WordPieceTrainer(vocab_size=700, special_tokens=["[UNK]", "[CLS]", "[SEP]", "[PAD]", "[MASK]"], show_progress=False))
    t.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    t.add_tokens([AddedToken("newtoken", single_word=True), AddedToken("New Token", normalized=True), AddedToken("xtok", normalized=False)])
    yield "wordpiece_cased", t

    t = Tokenizer(models.WordPiece(unk_token="<unk>", continuing_subword_prefix="@@"))
    t.normalizer = normalizers.Sequence([normalizers.Nmt(), normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase(), normalizers.Strip()])
    t.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Whitespace(), pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.Punctuation("contiguous")])
    train(t, trainers.WordPieceTrainer(vocab_size=600, special_tokens=SPECIAL, continuing_subword_prefix="@@", show_progress=False))
    t.add_special_tokens([AddedToken("<mask>", lstrip=True, rstrip=True)])
    t.add_tokens([AddedToken("New Token", normalized=True), AddedToken("Ångström", normalized=True)])
    t.post_processor = processors.TemplateProcessing(single="<s> $A:1 </s>:2", pair="$B:3 </s> $A </s>:1", special_tokens=[("<s>", 0), ("</s>", 1)])
    yield "wordpiece_template", t

    def byte_level(prefix, trim, size):
        t = Tokenizer(models.BPE())
        t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix)
        train(t, trainers.BpeTrainer(vocab_size=size, special_tokens=SPECIAL, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
        t.add_special_tokens([AddedToken("<mask>", lstrip=True)])
        t.decoder = decoders.ByteLevel()
        return t

    t = byte_level(True, True, 900)
    t.post_processor = processors.RobertaProcessing(("</s>", 1), ("<s>", 0), trim_offsets=True, add_prefix_space=True)
    yield "bpe_roberta", t
    t = byte_level(False, False, 500)
    t.normalizer = normalizers.NFC()
    t.post_processor = processors.ByteLevel(trim_offsets=True)
    yield "bpe_gpt2", t

    t = Tokenizer(models.BPE(ignore_merges=True))
    t.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(LLAMA3), "isolated"), pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    train(t, trainers.BpeTrainer(vocab_size=800, special_tokens=SPECIAL, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
    t.post_processor = processors.Sequence([processors.ByteLevel(trim_offsets=False), processors.TemplateProcessing(single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", 0)])])
    d = json.loads(t.to_str())
    d["model"]["vocab"]["Ġtokenization"] = len(d["model"]["vocab"])  # which no merges make
    yield "bpe_llama3", Tokenizer.from_str(json.dumps(d))

    t = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    t.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    t.pre_tokenizer = pre_tokenizers.Split("▁", "merged_with_next")  # to train
    train(t, trainers.BpeTrainer(vocab_size=700, special_tokens=["<unk>", "<s>", "</s>"] + [f"<0x{i:02X}>" for i in range(256)], limit_alphabet=60, show_progress=False))
    d = json.loads(t.to_str())
    d["pre_tokenizer"] = None
    d["added_tokens"] = d["added_tokens"][:3]
    d["model"]["merges"] = [" ".join(m) for m in d["model"]["merges"]]  # the older form
    t = Tokenizer.from_str(json.dumps(d))
    t.post_processor = processors.TemplateProcessing(single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", 1)])
    yield "bpe_llama2", t

    t = Tokenizer(models.BPE(unk_token="<unk>", end_of_word_suffix="</w>", fuse_unk=False))
    t.normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()])
    t.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"), "removed", invert=True), pre_tokenizers.Split("-", "merged_with_previous")])
    train(t, trainers.BpeTrainer(vocab_size=600, special_tokens=SPECIAL, end_of_word_suffix="</w>", limit_alphabet=80, show_progress=False))
    t.post_processor = processors.RobertaProcessing(("</s>", 1), ("<s>", 0), trim_offsets=False, add_prefix_space=False)
    yield "bpe_suffix", t

    t = Tokenizer(models.BPE(unk_token="<unk>", continuing_subword_prefix="##", fuse_unk=True))
    t.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Punctuation("merged_with_next")])
    train(t, trainers.BpeTrainer(vocab_size=500, special_tokens=SPECIAL, continuing_subword_prefix="##", limit_alphabet=50, show_progress=False))
    yield "bpe_prefix", t

    t = Tokenizer(models.Unigram())
    t.normalizer = normalizers.Sequence([normalizers.Precompiled(base64.b64decode(charsmap())), normalizers.Replace(Regex(" {2,}"), " ")])
    t.pre_tokenizer = pre_tokenizers.Metaspace()
    train(t, trainers.UnigramTrainer(vocab_size=900, special_tokens=SPECIAL + ["<mask>"], unk_token="<unk>", show_progress=False))
    t.post_processor = processors.TemplateProcessing(single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 1)])
    yield "unigram_precompiled", t

    t = Tokenizer(models.Unigram())
    t.normalizer = normalizers.Sequence([normalizers.Replace(Regex("[ \t]+"), " "), normalizers.NFKC()])
    t.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace(prepend_scheme="first", split=False)])
    trainer = trainers.UnigramTrainer(vocab_size=500, special_tokens=SPECIAL + [f"<0x{i:02X}>" for i in range(256)], unk_token="<unk>", show_progress=False)
    train(t, trainer)
    d = json.loads(t.to_str())
    d["model"]["byte_fallback"] = True
    d["added_tokens"] = d["added_tokens"][:4]
    yield "unigram_bytes", Tokenizer.from_str(json.dumps(d))


def components():
    """Each normalizer, on texts whose bytes are tokens, so that offsets are those of every byte; and the pieces of each pre-tokenizer."""
    alphabet = {c: i for i, c in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    texts = TEXTS + ["½™ab e\u0301A", "\u00adx\u00ad\u00ad", "™\u001eg", "น้ำ", "\u0905\u035b\u0d3c newer \U00013910é\U00013e08 \U00010d4a1"]
    out = []
    for n in [
        normalizers.BertNormalizer(), normalizers.BertNormalizer(clean_text=False, lowercase=False), normalizers.BertNormalizer(handle_chinese_chars=False, strip_accents=False),
        normalizers.BertNormalizer(clean_text=False, strip_accents=True, lowercase=False), normalizers.NFC(), normalizers.NFD(), normalizers.NFKC(), normalizers.NFKD(), normalizers.Lowercase(), normalizers.StripAccents(),
        normalizers.Sequence([normalizers.NFD(), normalizers.StripAccents(), normalizers.NFC()]), normalizers.Strip(), normalizers.Strip(left=False), normalizers.Strip(right=False), normalizers.Nmt(), normalizers.Prepend("<< "),
        normalizers.Replace("a", "\u00e4\u00e4"), normalizers.Replace(Regex(r"\s+"), ""), normalizers.Replace(Regex(r"(?<=o)\w"), "--"), normalizers.Replace(".", "!"), normalizers.Replace(Regex("^."), "X"), normalizers.ByteLevel(),
        normalizers.Precompiled(base64.b64decode(charsmap(RULES))), normalizers.Sequence([normalizers.Lowercase(), normalizers.NFKD(), normalizers.Replace("  ", " "), normalizers.NFC(), normalizers.Prepend("é"), normalizers.Strip()]),
    ]:
        t = Tokenizer(models.BPE(vocab=alphabet, merges=[]))
        t.normalizer = n
        t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
        text = t.to_str()
        d = json.loads(text)
        out.append({"normalizer": d["normalizer"], "texts": texts, "results": [n.normalize_str(x) for x in texts], "offsets": [[y for o in t.encode(x).offsets for y in o] for x in texts]})
    for p in [
        pre_tokenizers.BertPreTokenizer(), pre_tokenizers.ByteLevel(), pre_tokenizers.ByteLevel(add_prefix_space=False), pre_tokenizers.ByteLevel(use_regex=False), pre_tokenizers.Whitespace(), pre_tokenizers.WhitespaceSplit(),
        pre_tokenizers.Metaspace(), pre_tokenizers.Metaspace(prepend_scheme="never"), pre_tokenizers.Metaspace(replacement="_", prepend_scheme="first", split=False), pre_tokenizers.Digits(), pre_tokenizers.Digits(True),
        pre_tokenizers.CharDelimiterSplit("a"), pre_tokenizers.Split(Regex(LLAMA3), "isolated"), pre_tokenizers.Split(Regex(CL100K), "removed", invert=True), pre_tokenizers.Split(Regex(r"^\w|\S$|a{2,3}?|\bo|[^\w\s]|\W"), "isolated"),
        *[pre_tokenizers.Punctuation(b) for b in ("isolated", "removed", "contiguous", "merged_with_previous", "merged_with_next")],
        *[pre_tokenizers.Split(x, b, invert=i) for x in (" ", Regex(r"\d|o"), Regex("x*")) for b in ("isolated", "removed", "contiguous", "merged_with_previous", "merged_with_next") for i in (False, True)],
    ]:
        d = json.loads(p.__getstate__())
        results = [p.pre_tokenize_str(x) for x in texts]
        out.append({"pre_tokenizer": d, "texts": texts, "pieces": [[s for s, _ in r] for r in results], "offsets": [[y for _, o in r for y in o] for r in results]})
    return out


def ranges(codes):
    out = []
    for c in codes:
        if out and out[-1][1] == c - 1:
            out[-1][1] = c
        else:
            out.append([c, c])
    return out


def tables():
    """Classes of characters, as they are in the Unicode versions that the package has, found by asking it about every character."""
    every = [chr(c) for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF]
    clean = normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    accents = normalizers.BertNormalizer(clean_text=False, handle_chinese_chars=False, strip_accents=True, lowercase=False)
    nfd, nfkd, marks, lower = normalizers.NFD(), normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase()

    def matched(p):
        return lambda c: p.pre_tokenize_str(c + c) in ([], [(c, (0, 1)), (c, (1, 2))])
    def regex(r):
        return matched(pre_tokenizers.Split(Regex(r), "removed"))
    white = pre_tokenizers.WhitespaceSplit()
    space = lambda c: not white.pre_tokenize_str(c)
    found = {
        "otherTable": ("what BertNormalizer deletes: categories Cc, Cf, Cn and Co", lambda c: clean.normalize_str(c) == ""),
        "nonspacingTable": ("what BertNormalizer strips as accents: category Mn", lambda c: nfd.normalize_str(c) == c and accents.normalize_str(c) == ""),
        "markTable": ("what StripAccents deletes: category M", lambda c: marks.normalize_str(c) == ""),
        "wholeTable": ("what has a decomposition, but not in these normalization forms, whose tables are older", lambda c: nfkd.normalize_str(c) == c != unicodedata2.normalize("NFKD", c)),
        "starterTable": ("what has a combining class, but not in these normalization forms", lambda c: unicodedata2.combining(c) not in (0, 240) and nfd.normalize_str("a\u0345" + c) == "a\u0345" + c),
        "spaceTable": ("white space", space),
        "punctuationTable": ("punctuation: category P, and all of ASCII that is no letter, digit, space or control", matched(pre_tokenizers.Punctuation("removed"))),
        "wordTable": ("what \\w is in the pre-tokenizer Whitespace", lambda c: not space(c) and pre_tokenizers.Whitespace().pre_tokenize_str("a" + c) == [("a" + c, (0, 2))]),
        "numericTable": ("numbers: category N", lambda c: pre_tokenizers.Digits(True).pre_tokenize_str(c + "a" + c) == [(c, (0, 1)), ("a", (1, 2)), (c, (2, 3))] and pre_tokenizers.Digits(True).pre_tokenize_str(c + c) == [(c, (0, 1)), (c, (1, 2))]),
        "letterTable": ("letters in regular expressions: category L", regex(r"\p{L}")),
        "numberTable": ("numbers in regular expressions: category N", regex(r"\p{N}")),
    }
    lines = ["// Code generated by support/oracle/gen_tokenizers.py; DO NOT EDIT.", "", "package tokenizer", "", 'import "unicode"', ""]
    for name, (what, f) in found.items():
        r = ranges(ord(c) for c in every if f(c))
        print(name, len(r), "ranges")
        lines += [f"// {name} has {what}.", f"var {name} = &unicode.RangeTable{{", "\tR16: []unicode.Range16{"]
        small = [x for x in r if x[1] <= 0xFFFF]
        big = [x for x in r if x[1] > 0xFFFF]
        if big and big[0][0] <= 0xFFFF:
            small.append([big[0][0], 0xFFFF])
            big[0][0] = 0x10000
        lines += [f"\t\t{{Lo: 0x{a:x}, Hi: 0x{b:x}, Stride: 1}}," for a, b in small] + ["\t},"]
        if big:
            lines += ["\tR32: []unicode.Range32{"] + [f"\t\t{{Lo: 0x{a:x}, Hi: 0x{b:x}, Stride: 1}}," for a, b in big] + ["\t},"]
        lines += [f"\tLatinOffset: {sum(b <= 0xFF for _, b in small)},", "}", ""]
    lowered = {c: lower.normalize_str(c) for c in every}
    newer = [ord(c) for c in every if lowered[c] != c and c.lower() == c]
    lines += ["// newerCase has what is lower case of characters that are newer than Go's tables: first and last, and what is added.", "var newerCase = []struct{ lo, hi, delta rune }{"]
    runs = []
    for c in newer:
        delta = ord(lowered[chr(c)]) - c
        if runs and runs[-1][1] == c - 1 and runs[-1][2] == delta:
            runs[-1][1] = c
        else:
            runs.append([c, c, delta])
    lines += [f"\t{{0x{a:x}, 0x{b:x}, {d}}}," for a, b, d in runs] + ["}", ""]
    with open(os.path.join(PACKAGE, "ztables.go"), "w") as f:
        f.write("\n".join(lines[:-1]) + "\n")
    write("lower", {"from": "".join(c for c in every if lowered[c] != c), "to": [lowered[c] for c in every if lowered[c] != c]})
    forms = {}
    for name, n in (("NFD", nfd), ("NFKD", nfkd)):
        changed = [c for c in every if n.normalize_str(c) != c and not 0xAC00 <= ord(c) <= 0xD7A3]
        forms[name] = {"from": "".join(changed), "to": [n.normalize_str(c) for c in changed]}
    write("decompositions", forms)


if __name__ == "__main__":
    os.makedirs(os.path.join(PACKAGE, "testdata"), exist_ok=True)
    for name, t in tokenizers(sys.argv[1]):
        golden(name, t)
    write("components", components())
    if "--no-tables" not in sys.argv:
        tables()
