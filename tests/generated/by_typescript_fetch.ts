// Plays a game on what openapi-generator's typescript-fetch made of the document; says what on one line of JSON.
import { randomUUID } from "node:crypto";
import { Configuration, EventsApi, GamesApi, MovesApi, PlayersApi, ResponseError } from "./client/index.js";
import type { GameView, Problem } from "./client/index.js";

const basePath = process.env["EIGHTS_URL"] ?? "http://127.0.0.1:8000";

async function play(configuration: Configuration, gameId: string, created: GameView): Promise<{ view: GameView; moves: number }> {
  const [events, moving] = [new EventsApi(configuration), new MovesApi(configuration)];
  let [view, moves] = [created, 0];
  while (view.status !== "finished" && view.status !== "aborted") {
    const move = view.you?.legalMoves[0];
    if (move === undefined) {
      view = (await events.followGame({ gameId, after: view.revision, wait: 20 })).view;
    } else {
      const ifMatch = `"${view.revision}"`;
      view = await moving.makeMove({ gameId, makeMoveRequest: move, ifMatch, idempotencyKey: randomUUID() });
      moves += 1;
    }
  }
  return { view, moves };
}

async function refusal(configuration: Configuration, gameId: string): Promise<string> {
  try {
    await new MovesApi(configuration).makeMove({ gameId, makeMoveRequest: { action: "pass" }, ifMatch: '"1"' });
  } catch (refused) {
    if (refused instanceof ResponseError) return ((await refused.response.json()) as Problem).code;
    throw refused;
  }
  throw new Error("a move for an old revision was taken");
}

const playerRequest = { name: "Ana", kind: "bot" } as const;
const { player, token } = await new PlayersApi(new Configuration({ basePath })).registerPlayer({ playerRequest });
const ana = new Configuration({ basePath, accessToken: token });
const gameRequest = { variant: "huit-americain", seats: [{ player: player.id }, { bot: "steady" }], autoDeal: true };
const { game } = await new GamesApi(ana).createGame({ gameRequest });
const refused = await refusal(ana, game.id);
const { view, moves } = await play(ana, game.id, game);
console.log(JSON.stringify({ game: view.id, winners: view.winners, moves, refused }));
