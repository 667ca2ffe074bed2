/**
 * The page's own words in English and Chinese. What the server says it says in the language asked for.
 */

/** @type {Record<string, [string, string]>} */
const WORDS = {
  title: ['hanxin · xiangqi', '韩信 · 中国象棋'],
  play: ['Play', '对弈'], analyse: ['Analyse', '分析'], setup: ['Set up', '摆棋'], judge: ['Judge', '裁决'],
  modes: ['What to do', '功能'],
  board: ['Xiangqi board', '棋盘'],
  newGame: ['New game', '新局'], undo: ['Undo', '悔棋'], hint: ['Hint', '提示'], draw: ['Offer draw', '求和'],
  claim: ['Result by table', '残局库判定'], claimHelp: ['End the game as the endgame tables decide it', '按残局库的结论结束对局'],
  resign: ['Resign', '认输'], flip: ['Flip board', '翻转'], pause: ['Pause', '暂停'], resume: ['Resume', '继续'],
  again: ['Play again', '再来一局'], start: ['Start', '开始'], cancel: ['Cancel', '取消'],
  red: ['Red', '红方'], black: ['Black', '黑方'], person: ['Person', '人'], engine: ['Engine', '引擎'],
  level: ['Level', '级别'], strength: ['Strength', '棋力'], full: ['full strength', '全力'],
  elo: ['about {0} Elo above level 0', '比 0 级约高 {0} 等级分'],
  time: ['Time', '时间'], perMove: ['{0} s a move', '每步 {0} 秒'], clock: ['{0} min + {1} s', '{0} 分 + {1} 秒'],
  redToMove: ['Red to move', '轮到红方'], blackToMove: ['Black to move', '轮到黑方'],
  thinking: ['The engine is thinking…', '引擎思考中…'], yourMove: ['Your move', '请走棋'],
  check: ['Check!', '将军！'], waiting: ['All engines are busy, waiting…', '引擎繁忙，请稍候…'],
  first: ['First position', '开局'], back: ['Back', '上一步'], forward: ['Forward', '下一步'], last: ['Last position', '最后'],
  moves: ['Moves', '着法'], noMoves: ['No moves yet', '还没有着法'],
  lines: ['Lines', '变例'], depth: ['depth {0}', '深度 {0}'], nodes: ['{0} kn/s', '{0} 千结点/秒'],
  evaluation: ['Evaluation', '形势'], chances: ['Red wins {0} %, draw {1} %, black wins {2} %', '红胜 {0} %，和 {1} %，黑胜 {2} %'],
  graph: ['Red\'s expected score over the game; click to go there', '全局形势曲线（红方得分期望），点击跳转'],
  showThinking: ['Show thinking', '显示思考'], analysisOn: ['Engine on', '引擎分析'], review: ['Review game', '复盘'],
  reviewing: ['Reviewing {0} of {1}…', '复盘 {0}/{1}…'],
  reviewed: ['Review done: {0} blunders (??), {1} mistakes (?)', '复盘完成：败着 {0} 个，疑问手 {1} 个'],
  textTitle: ['Position and game as text', '局面与棋谱'], paste: ['FEN, moves or PGN', 'FEN、着法或 PGN'],
  read: ['Read', '读取'], copyFen: ['Copy FEN', '复制 FEN'], copyLink: ['Copy link', '复制链接'],
  savePgn: ['Save PGN', '保存 PGN'], loadFile: ['Load file', '打开文件'], copied: ['Copied', '已复制'],
  loaded: ['Game read: {0} moves', '已读取：{0} 步'],
  settings: ['Settings', '设置'], language: ['Language', '语言'], theme: ['Colours', '配色'],
  auto: ['as the system', '跟随系统'], light: ['light', '浅色'], dark: ['dark', '深色'],
  coordinates: ['Coordinates', '坐标'], iccs: ['a0–i9', 'a0–i9'], files: ['files 一–九 / 1–9', '路数 一–九 / 1–9'], none: ['none', '无'],
  notation: ['Notation', '记谱'], chinese: ['Chinese', '中文'], wxf: ['WXF', 'WXF'],
  animation: ['Animation', '动画'], sound: ['Sound', '声音'],
  empty: ['empty', '空'], selected: ['selected', '已选'], target: ['can move here', '可以走到'], takes: ['can be taken', '可以吃'],
  setupHelp: ['Choose a piece, then click points. Click a piece on the board to pick it up.', '选择棋子后点击棋盘放置；点击盘上的棋子可拿起。'],
  clear: ['Clear', '清空'], startPosition: ['Start position', '初始局面'], eraser: ['Remove', '移除'],
  toMove: ['To move', '走子方'], useIt: ['Use this position', '使用此局面'], valid: ['The position is valid', '局面合法'],
  judgeHelp: ['Who checks or chases whom in the repetition that the game ends with. Paste a position with moves or use the game on the board.', '说明对局最后的循环中谁在将军、谁在捉子。可粘贴带着法的局面，或使用盘上的对局。'],
  rule: ['Rule', '规则'], judgeIt: ['Judge', '裁决'], verdict: ['Verdict', '结论'],
  ruleasian: ['Asian rule', '亚洲规则'], rulechinese: ['Chinese rule', '中国规则'], rulecheck: ['perpetual check only', '仅禁长将'], ruledraw: ['every repetition draws', '一律作和'],
  sentences: ['{0}. {1}', '{0}。{1}'],
  moved: ['{0} plays {1}', '{0}走 {1}'], hinted: ['Hint: {0}', '提示：{0}'],
  lost: ['The server does not answer', '服务器没有响应'], offered: ['Draw offered', '已提和'],
  notLast: ['Go to the last position to play on', '请先回到最后局面再走棋'],
  engineTurn: ['It is the engine\'s turn', '现在轮到引擎走'],
  limit: ['{0} of {1} moves without a capture', '未吃子 {0}/{1} 步'],
  watchTitle: ['hanxin · match', '韩信 · 引擎对抗赛'], standing: ['Standing', '战况'], boards: ['Games in progress', '正在进行的对局'],
  crossTable: ['Cross table', '成绩表'], eloCourse: ['Elo over the games', '等级分曲线'], rating: ['Rating', '等级分'], points: ['Points', '得分'],
  gameNumber: ['Game {0}', '第 {0} 局'], lastMove: ['{0}. {1}', '{0}. {1}'], games: ['{0} games', '{0} 局'],
  progress: ['{0} of {1} games', '{1} 局中的第 {0} 局已完成'], matchOver: ['the match is over', '比赛结束'],
  superiority: ['stronger with {0} %', '更强的概率 {0} %'], connecting: ['connecting…', '连接中…'], connectionLost: ['the match does not answer', '比赛没有响应'],
  courseLabel: ['After {0} games: Elo {1}, between {2} and {3}', '{0} 局后：等级分差 {1}，范围 {2} 到 {3}'],
  'reason-checkmate': ['checkmate', '将死'], 'reason-stalemate': ['stalemate', '困毙'], 'reason-repetition': ['repetition', '重复局面'],
  'reason-forbidden-repetition': ['forbidden repetition', '禁止着法'], 'reason-natural-limit': ['natural limit', '自然限着'],
  'reason-dead-material': ['dead material', '子力不足'], 'reason-max-plies': ['longest game', '步数已满'],
  'reason-endgame-table': ['endgame table', '残局库裁定'], 'reason-draw-adjudication': ['called a draw', '判和'], 'reason-resign-adjudication': ['called lost', '判负'],
  'reason-draw-agreement': ['agreement', '议和'], 'reason-resignation': ['resignation', '认输'], 'reason-time-forfeit': ['out of time', '超时'],
  'reason-crash': ['crash', '崩溃'], 'reason-hang': ['no answer', '无响应'], 'reason-illegal-move': ['illegal move', '违例着法'],
  'reason-no-move': ['no move', '没有走棋'], 'reason-start-failure': ['did not start', '未能启动'],
  help: ['Keys: arrows move over the board, Enter chooses; u undo, h hint, f flip, n new game, , and . back and forward', '按键：方向键移动，回车选择；u 悔棋，h 提示，f 翻转，n 新局，, 和 . 前后翻看'],
};

/** @type {Record<string, [string, string]>} */
const PIECES = {
  K: ['red king', '红帅'], A: ['red advisor', '红仕'], B: ['red elephant', '红相'], N: ['red horse', '红马'],
  R: ['red rook', '红车'], C: ['red cannon', '红炮'], P: ['red pawn', '红兵'],
  k: ['black king', '黑将'], a: ['black advisor', '黑士'], b: ['black elephant', '黑象'], n: ['black horse', '黑马'],
  r: ['black rook', '黑车'], c: ['black cannon', '黑炮'], p: ['black pawn', '黑卒'],
};

let index = 0;

/** @param {string} language `en` or `zh` */
export function speak(language) {
  index = language === 'zh' ? 1 : 0;
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

/** The language of the browser. */
export function browserLanguage() {
  return (navigator.languages ?? [navigator.language]).some((l, i) => i === 0 && /^zh/i.test(l)) ? 'zh' : 'en';
}

/**
 * A text with its blanks filled in.
 * @param {string} key
 * @param {...(string | number)} values
 */
export function t(key, ...values) {
  const text = WORDS[key]?.[index] ?? key;
  return text.replace(/\{(\d)\}/g, (_, n) => String(values[Number(n)] ?? ''));
}

/** @param {string} piece */
export function pieceName(piece) {
  return PIECES[piece]?.[index] ?? '';
}

/** Fills in every element that names its text. */
export function translatePage() {
  for (const element of document.querySelectorAll('[data-t]')) {
    element.textContent = t(/** @type {HTMLElement} */ (element).dataset.t ?? '');
  }
  for (const element of document.querySelectorAll('[data-label]')) {
    const label = t(/** @type {HTMLElement} */ (element).dataset.label ?? '');
    element.setAttribute('aria-label', label);
    element.setAttribute('title', label);
  }
  document.title = t('title');
}
