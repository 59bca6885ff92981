// A bot for Eights on types that are generated from the OpenAPI document: `npm ci`, `npm run generate`,
// `npm run build`, then `EIGHTS_URL=http://127.0.0.1:8000 npm start`. What it played is told on one line of JSON.
import { randomUUID } from "node:crypto";
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./schema.js";

type GameView = components["schemas"]["GameView"];
type OwnView = components["schemas"]["OwnView"];
type Move = OwnView["legal_moves"][number];
/** Both media types that the server answers in: with the second, refusals are typed as well. */
type Media = "application/json" | "application/problem+json";
type Problem = components["schemas"]["Problem"];
type Eights = Client<paths, Media>;

/** How long a request for news may wait for some, in seconds. */
const WAIT_S = 20;

/** The bot itself: one of the legal moves of the seat that is on turn. */
function choose(you: OwnView): Move {
  const best = [...you.legal_moves].sort((one, other) => worth(other, you) - worth(one, you))[0];
  if (best === undefined) throw new Error("asked for a move where there is none");
  return best;
}

function worth(move: Move, you: OwnView): number {
  const held = (suit: string | null | undefined) => you.hand.filter((card) => card[1] === suit).length;
  switch (move.action) {
    case "announce":
    case "challenge":
      return 100;
    case "play":
      return move.power === "swap_hands" ? 0 : 10 + held(move.suit ?? move.card[1]);
    case "name_suit":
      return held(move.suit);
    case "draw":
      return -1;
    case "pass":
      return -2;
  }
}

/** Plays a game until it is over, with the token of a player or a seat; returns how many moves it made and the last view. */
async function play(eights: Eights, gameId: string): Promise<{ moves: number; view: GameView }> {
  const path = { game_id: gameId };
  let moves = 0;
  let view = answer(await eights.GET("/v1/games/{game_id}", { params: { path } }));
  while (view.status !== "finished" && view.status !== "aborted") {
    if (view.you && view.you.legal_moves.length > 0 && view.round?.turn === view.you.seat) {
      const header = { "If-Match": `"${view.revision}"`, "Idempotency-Key": randomUUID() };
      const sent = { params: { path, header }, body: choose(view.you) };
      view = answer(await eights.POST("/v1/games/{game_id}/moves", sent));
      moves += 1;
    } else {
      const query = { after: view.revision, wait: WAIT_S };
      view = answer(await eights.GET("/v1/games/{game_id}/events", { params: { path, query } })).view;
    }
  }
  return { moves, view };
}

/** Sets a match against a house bot up, and plays every game of it that the inbox tells of, as many at once as come. */
async function playMatch(eights: Eights, playerId: string): Promise<{ matchId: string; games: Awaited<ReturnType<typeof play>>[] }> {
  let after = String(answer(await eights.GET("/v1/players/me/events")).version);
  const body = { variant: "huit-americain", entrants: [playerId, "bot:steady"], deals: 2 };
  const matchId = answer(await eights.POST("/v1/matches", { body })).id;
  const games: ReturnType<typeof play>[] = [];
  for (let over = false; !over; ) {
    const told = answer(await eights.GET("/v1/players/me/events", { params: { query: { after, wait: WAIT_S } } }));
    for (const notice of told.items.flatMap((update) => update.events)) {
      if (notice.type === "game_started") games.push(play(eights, notice.game_id));
      if (notice.type === "match_finished") over = notice.match_id === matchId;
    }
    after = String(told.version);
  }
  return { matchId, games: await Promise.all(games) };
}

/** What the server answered; a refusal is thrown, with its code first. */
function answer<T>(result: { data?: T; error?: Problem; response: Response }): T {
  if (result.data !== undefined) return result.data;
  const problem = result.error;
  throw new Error(`${problem?.code ?? `http_${result.response.status}`}: ${problem?.detail ?? result.response.url}`);
}

function caller(token?: string): Eights {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return createClient<paths, Media>({ baseUrl: process.env["EIGHTS_URL"] ?? "http://127.0.0.1:8000", headers });
}

const { player, token } = answer(await caller().POST("/v1/players", { body: { name: "TypeScript", kind: "bot" } }));
const { matchId, games } = await playMatch(caller(token), player.id);
const played = games.map(({ moves, view }) => ({ game: view.id, seat: view.you?.seat, winners: view.winners, moves }));
console.log(JSON.stringify({ match: matchId, player: player.id, games: played }));
