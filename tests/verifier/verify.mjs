// A second verifier of shuffles and deals, written from the page /docs/fairness alone; it needs Node.js and nothing else.
//
//   node verify.mjs vectors VECTORS.json         says which test vectors do not come out, and exits with 1 if any
//   node verify.mjs deals REPLAY.json SCORES.json  prints every deal of a game, computed from its replay and its sheet
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const sha256 = (data) => createHash("sha256").update(data).digest("hex");
const hmac = (key, message) => createHmac("sha256", key).update(message).digest();

function u32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

function u64(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
}

function text(characters) {
  const bytes = Buffer.from(characters, "utf8");
  return Buffer.concat([u32(bytes.length), bytes]);
}

function keyOf({ seed, label, entropy }, round, shuffle) {
  const parts = [Buffer.from("eights/shuffle/1"), text(label), Buffer.from([entropy.length])];
  return hmac(Buffer.from(seed, "hex"), Buffer.concat([...parts, ...entropy.map(text), u32(round), u32(shuffle)]));
}

function* wordsOf(key) {
  for (let counter = 0; ; counter += 1) {
    const block = hmac(key, u64(counter));
    for (let at = 0; at < block.length; at += 4) yield block.readUInt32BE(at);
  }
}

function below(n, words) {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const word = words.next().value;
    if (word < limit) return word % n;
  }
}

function shuffled(cards, chance, round, shuffle) {
  const words = wordsOf(keyOf(chance, round, shuffle));
  const order = [...cards];
  for (let i = order.length - 1; i >= 1; i -= 1) {
    const j = below(i + 1, words);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

function relabelled(cards, suits) {
  if (!suits) return cards;
  return cards.map((card) => (card === "XX" ? card : card[0] + suits["SHDC".indexOf(card[1])]));
}

const commitmentTo = ({ seed, blind }) => sha256(Buffer.from(seed + (blind ?? ""), "hex"));

const firstDealer = (chance) => below(chance.entropy.length, wordsOf(keyOf(chance, 0, 0)));

function deckOf(rules, seats) {
  const ranks = rules.deck.ranks === "7-A" ? "789TJQKA" : "23456789TJQKA";
  const suited = [..."SHDC"].flatMap((suit) => [...ranks].map((rank) => rank + suit));
  const pack = [...suited, ...Array(rules.deck.jokers).fill("XX")];
  let packs = rules.deck.packs;
  if (packs === "auto") {
    const hand = rules.hand_size[seats] ?? rules.hand_size.default;
    const fewest = Math.min(Math.ceil(((hand + 2) * seats) / pack.length), 8);
    const nearest = Math.floor((rules.deck.cards_per_player * seats) / pack.length + 0.5);
    packs = Math.max(nearest, fewest, rules.jump_in ? 2 : 1);
  }
  return Array(packs).fill(pack).flat();
}

function isBuried(card, rules) {
  const effect = (card === "XX" ? rules.cards.joker : rules.cards[card] ?? rules.cards[card[0]]) ?? {};
  if (card === "XX") return rules.starter.joker === "bury";
  if (effect.wild) return rules.starter.wild === "bury";
  const acts = effect.draw || effect.skip || effect.reverse || effect.again || effect.names_suit;
  return Boolean(acts || effect.powers?.length) && rules.starter.action === "bury";
}

function dealt(replay, round, dealer, isIn) {
  const seats = replay.entropy.length;
  const deck = relabelled(shuffled(deckOf(replay.rules, seats), replay, round, 0), replay.suits);
  const clockwise = Array.from({ length: seats }, (_, place) => (dealer + 1 + place) % seats).filter(isIn);
  const size = replay.rules.hand_size[clockwise.length] ?? replay.rules.hand_size.default;
  const hands = Array.from({ length: seats }, () => []);
  for (let place = 0; place < size * clockwise.length; place += 1) {
    hands[clockwise[place % clockwise.length]].push(deck[place]);
  }
  const rest = deck.slice(size * clockwise.length);
  const turned = Math.max(0, rest.findIndex((card) => !isBuried(card, replay.rules)));
  const [starter, ...stock] = [...rest.slice(turned), ...rest.slice(0, turned)];
  return { round, dealer, hands, starter, stock };
}

function deals(replay, totals) {
  const { match } = replay.rules;
  const seats = replay.entropy.length;
  const out = new Set();
  const rounds = [];
  let dealer = replay.first_dealer ?? firstDealer(replay);
  for (const step of replay.steps) {
    const [seat, action] = step.split(" ");
    if (action === "leave") out.add(Number(seat));
    if (step !== "deal") continue;
    if (rounds.length > 0) {
      if (match.type === "elimination") {
        totals[rounds.length - 1].forEach((total, of) => total >= match.points && out.add(of));
      }
      do dealer = (dealer + 1) % seats;
      while (out.has(dealer));
    }
    rounds.push(dealt(replay, rounds.length + 1, dealer, (of) => !out.has(of)));
  }
  return rounds;
}

// RFC 8785 for what a replay holds: texts, whole numbers, lists and objects.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

function firstWords(chance, round, shuffle, count) {
  const words = wordsOf(keyOf(chance, round, shuffle));
  return Array.from({ length: count }, () => words.next().value);
}

function checkVectors(vectors) {
  const differing = vectors.filter((vector) => {
    const { round, shuffle } = vector;
    const found = [
      commitmentTo(vector),
      keyOf(vector, round, shuffle).toString("hex"),
      firstWords(vector, round, shuffle, vector.first_words.length),
      shuffled(vector.cards, vector, round, shuffle),
      vector.suits && relabelled(vector.order, vector.suits),
      firstDealer(vector),
    ];
    const { commitment, key, first_words, order, relabelled: became, first_dealer } = vector;
    return JSON.stringify(found) !== JSON.stringify([commitment, key, first_words, order, became, first_dealer]);
  });
  for (const vector of differing) console.log(`differs: ${vector.about}`);
  console.log(`${vectors.length - differing.length} of ${vectors.length} agree`);
  process.exitCode = differing.length > 0 ? 1 : 0;
}

function printDeals(replay, sheet) {
  const { sha256: digest, ...content } = replay;
  const report = {
    committed: commitmentTo(replay) === replay.seed_hash,
    undamaged: sha256(canonical(content)) === digest,
    deals: deals(replay, sheet.rounds.map((round) => round.totals)),
  };
  console.log(JSON.stringify(report));
}

const [what, ...files] = process.argv.slice(2);
const contents = files.map((file) => JSON.parse(readFileSync(file, "utf8")));
if (what === "vectors") checkVectors(...contents);
else printDeals(...contents);
