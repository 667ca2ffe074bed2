/**
 * The server's answers. Every question carries the whole game; the server remembers nothing.
 */

/** @typedef {{fen: string, moves: string, lang: string, rule?: string}} GameText */
/** @typedef {{iccs: string, wxf: string, zh: string, check: boolean}} PlayedMove */
/** @typedef {{winner: 'red' | 'black' | null, text: string}} End */
/**
 * @typedef {object} View
 * @property {string} start
 * @property {string} fen
 * @property {'red' | 'black'} side
 * @property {PlayedMove[]} moves
 * @property {string[]} legal
 * @property {string | null} check
 * @property {End | null} end
 * @property {[number, number]} limit
 * @property {Record<string, End>} tables what the endgame tables say, by the number of moves played
 */
/**
 * @typedef {object} Line
 * @property {'line' | 'move' | 'end'} kind
 * @property {number} number
 * @property {number} depth
 * @property {number} nodes
 * @property {number} nps
 * @property {number} ms
 * @property {number} score
 * @property {string} bound
 * @property {string} text
 * @property {[number, number, number]} chances
 * @property {string[]} iccs
 * @property {string[]} wxf
 * @property {string[]} zh
 * @property {string} move
 * @property {boolean} busy
 */

/** The server refused, and says why in the person's language. */
export class Refused extends Error {}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
async function fetchChecked(path, body, signal) {
  const response = await fetch(path, body === undefined ? { signal } : {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), signal,
  });
  if (!response.ok) {
    const answer = await response.json().catch(() => ({ error: response.statusText }));
    throw new Refused(answer.error);
  }
  return response;
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
  return (await fetchChecked(path, body)).json();
}

/**
 * Lets the engine think; `onLine` gets each finished line. Aborting the signal frees the engine.
 * @param {object} request
 * @param {(line: Line) => void} onLine
 * @param {AbortSignal} signal
 * @returns {Promise<Line | null>} the last message; null if aborted
 */
export async function think(request, onLine, signal) {
  try {
    const response = await fetchChecked('/api/think', request, signal);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    /** @type {Line | null} */
    let last = null;
    while (reader) {
      const { done, value } = await reader.read();
      text += value ?? '';
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      if (done && text) lines.push(text);
      for (const line of lines.filter(Boolean)) {
        last = /** @type {Line} */ (JSON.parse(line));
        if (last.kind === 'line') onLine(last);
      }
      if (done) break;
    }
    return last;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
