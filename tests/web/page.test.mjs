// The page in a real browser: Chromium driven by playwright-core against `hanxin serve` on loopback.
//
// HANXIN names the program (default ../../target/release/hanxin), CHROMIUM the browser. SCREENSHOTS=DIR
// also takes pictures.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium, devices } from 'playwright-core';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const program = process.env.HANXIN ?? here('../../target/release/hanxin');
const browserPath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const screenshots = process.env.SCREENSHOTS;
const MATE = '3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1';

let server, browser, url;

before(async () => {
  server = spawn(program, ['serve', '--port', '0', '--hash', '4'], { stdio: ['ignore', 'pipe', 'inherit'] });
  url = await new Promise((resolve, reject) => {
    server.stdout.on('data', (data) => { const found = /http:\/\/\S+/.exec(data); if (found) resolve(found[0]); });
    server.on('exit', (code) => reject(new Error(`hanxin serve ended with ${code}`)));
  });
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
});
after(async () => { await browser?.close(); server?.kill(); });

/** A tab on a fresh profile; complaints of the page fail the test. */
async function open(options = {}, address = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => {
    // A refused move is answered with a status that Chromium logs.
    if (message.type() === 'error' && !/status of 422/.test(message.text())) page.complaints.push(message.text());
  });
  await page.goto(url + address);
  await page.waitForFunction(() => document.querySelectorAll('.man').length > 0);
  await page.waitForFunction(() => document.getElementById('status')?.textContent !== '');
  return page;
}

async function done(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

const point = (page, square) => page.locator(`[data-square="${square}"]`);
const man = (page, square) => page.locator(`[data-square="${square}"]`).getAttribute('aria-label');
const status = (page) => page.locator('#status').textContent();
const notice = (page) => page.locator('#notice').textContent();
const moveCount = (page) => page.locator('#moves li button').count();

async function click(page, square) {
  const box = await point(page, square).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

async function move(page, mv) {
  await click(page, mv.slice(0, 2));
  await click(page, mv.slice(2));
}

async function settled(page, count) {
  await page.waitForFunction((n) => document.querySelectorAll('#moves li button').length >= n, count);
}

async function newGame(page, { red = 'person', black = 'engine', level = '0', time = '0' } = {}) {
  await page.click('#new');
  await page.selectOption('#red-player', red);
  await page.selectOption('#black-player', black);
  for (const side of ['red', 'black']) {
    await page.locator(`#${side}-level`).evaluate((input, value) => { input.value = value; input.dispatchEvent(new Event('input')); }, level);
  }
  await page.selectOption('#time', time);
  await page.click('#new-start');
  await page.waitForFunction(() => !document.getElementById('new-dialog').open);
}

async function readText(page, text) {
  if (!(await page.locator('#text-panel').getAttribute('open') !== null)) await page.click('#text-panel summary');
  await page.fill('#text', text);
  await page.click('#read');
}

test('a whole game by clicks from the first move to a result', async () => {
  const page = await open();
  await newGame(page, { level: '0' });
  for (let turn = 1; turn <= 150; turn++) {
    if (/wins|draw/.test(await status(page))) break;
    await page.click('#hint');
    await page.waitForSelector('.arrow.hint');
    const hinted = await page.evaluate(() => {
      const line = document.querySelector('.arrow.hint line');
      const tip = document.querySelector('.arrow.hint polygon').getAttribute('points').split(' ')[0].split(',').map(Number);
      const square = (x, y) => 'abcdefghi'[Math.floor(x / 100)] + (9 - Math.floor(y / 100));
      return square(+line.getAttribute('x1'), +line.getAttribute('y1')) + square(tip[0], tip[1]);
    });
    // The arrow starts and ends short of the points; the legal move nearest to it is meant.
    const mv = await page.evaluate(async ([near, moves]) => {
      const answer = await fetch('/api/position', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ fen: '', moves, lang: 'en' }) });
      const { legal } = await answer.json();
      const distance = (a, b) => Math.hypot(a.charCodeAt(0) - b.charCodeAt(0), a.charCodeAt(1) - b.charCodeAt(1));
      const far = (m) => distance(m.slice(0, 2), near.slice(0, 2)) + distance(m.slice(2), near.slice(2));
      return legal.sort((a, b) => far(a) - far(b))[0];
    }, [hinted, (await page.evaluate(() => JSON.parse(sessionStorage['hanxin.game']).moves)).join(' ')]);
    const before = await moveCount(page);
    await move(page, mv);
    await page.waitForFunction((n) => document.querySelectorAll('#moves li button').length >= n + 2 || /wins|draw/.test(document.getElementById('status').textContent), before);
  }
  assert.match(await status(page), /red wins: checkmate|red wins: stalemate/);
  assert.equal(await page.locator('#new').textContent(), 'Play again');
  await done(page);
});

test('an illegal move is refused with its reason', async () => {
  const page = await open();
  await newGame(page, { black: 'person' });
  await move(page, 'h0f1');
  await page.waitForFunction(() => document.getElementById('notice').textContent !== '');
  assert.equal(await notice(page), "the horse's leg on g0 is blocked");
  assert.equal(await moveCount(page), 0);
  await click(page, 'h2');
  assert.match(await man(page, 'h2'), /red cannon, selected/);
  assert.match(await man(page, 'h9'), /black horse, can be taken/);
  assert.equal(await page.locator('.target, .target-take').count(), 12);
  await done(page);
});

test('pieces can be dragged with a finger', async () => {
  const page = await open({ ...devices['Pixel 7'] });
  await newGame(page, { black: 'person' });
  const [from, to] = [await point(page, 'h2').boundingBox(), await point(page, 'e2').boundingBox()];
  const session = await page.context().newCDPSession(page);
  const at = (box, share = 1) => [{ x: from.x + (box.x - from.x) * share + from.width / 2, y: from.y + (box.y - from.y) * share + from.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  for (const share of [0.2, 0.5, 0.8, 1]) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to, share) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await settled(page, 1);
  assert.match(await man(page, 'e2'), /red cannon/);
  await done(page);
});

test('undo, flip and hint', async () => {
  const page = await open();
  await newGame(page, { level: '3' });
  await move(page, 'h2e2');
  await settled(page, 2);
  await page.click('#undo');
  await page.waitForFunction(() => document.querySelectorAll('#moves li button').length === 0);
  assert.match(await man(page, 'h2'), /red cannon/);
  const before = await point(page, 'a0').boundingBox();
  await page.click('#flip');
  const after = await point(page, 'a0').boundingBox();
  assert.ok(after.y < before.y && after.x > before.x);
  await page.keyboard.press('h');
  await page.waitForSelector('.arrow.hint');
  assert.match(await status(page), /^Hint: /);
  await done(page);
});

test('the set-up board explains what is wrong and starts from what is right', async () => {
  const page = await open();
  await page.click('[data-mode=setup]');
  await page.click('#setup-clear');
  await page.waitForFunction(() => /no king/.test(document.getElementById('setup-verdict').textContent));
  assert.ok(await page.locator('#setup-use').isDisabled());
  const put = async (name, square) => { await page.click(`#box [aria-label="${name}"]`); await click(page, square); };
  await put('red king', 'e0');
  await put('black king', 'd9');
  await put('red rook', 'a8');
  await page.waitForFunction(() => document.getElementById('setup-verdict').className === 'good');
  await page.click('#setup-use');
  await page.waitForFunction(() => location.hash.includes('3k5/R8'));
  assert.match(await man(page, 'a8'), /red rook/);
  await done(page);
});

test('FEN and PGN go in and out', async () => {
  const page = await open();
  await readText(page, MATE);
  await page.waitForFunction(() => location.hash.includes('fen='));
  await page.click('#copy-fen');
  await page.waitForFunction((fen) => document.getElementById('text').value === fen, MATE);
  await readText(page, '1. 炮二平五 马8进7 2. H0-G2 *');
  await settled(page, 3);
  assert.match(await man(page, 'g2'), /red horse/);
  const download = page.waitForEvent('download');
  await page.click('#save');
  const text = readFileSync(await (await download).path(), 'utf8');
  assert.match(text, /1\. H2-E2 H9-G7\n2\. H0-G2 \*/);
  await readText(page, 'rubbish');
  await page.waitForFunction(() => /'rubbish' is not a move/.test(document.getElementById('notice').textContent));
  await readText(page, text);
  await settled(page, 3);
  await done(page);
});

test('a reload keeps the game, its players and its notes', async () => {
  const page = await open();
  await newGame(page, { level: '2' });
  await move(page, 'h2e2');
  await settled(page, 2);
  const hash = await page.evaluate(() => location.hash);
  await page.reload();
  await settled(page, 2);
  assert.equal(await page.evaluate(() => location.hash), hash);
  assert.match(await page.locator('#top .name').textContent(), /Engine Level 2/);
  const other = await open({}, hash);
  await settled(other, 2);
  assert.match(await man(other, 'e2'), /red cannon/);
  await done(other);
  await done(page);
});

test('two games in two tabs do not meet', async () => {
  const [first, second] = [await open(), await open()];
  await Promise.all([newGame(first, { level: '1' }), newGame(second, { red: 'engine', black: 'person', level: '1' })]);
  await move(first, 'b2e2');
  await Promise.all([settled(first, 2), settled(second, 1)]);
  await move(second, 'h9g7');
  await settled(second, 3);
  assert.match(await man(first, 'e2'), /red cannon/);
  assert.match(await man(second, 'g7'), /black horse/);
  await done(first);
  await done(second);
});

test('analysis streams lines, arrows and chances', async () => {
  const page = await open();
  await page.click('[data-mode=analyse]');
  await page.check('#thinking');
  await page.selectOption('#count', '3');
  await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 3);
  const depth = () => page.evaluate(() => Number(/depth (\d+)/.exec(document.getElementById('search').textContent)?.[1] ?? 0));
  const early = await depth();
  await page.waitForFunction((d) => Number(/depth (\d+)/.exec(document.getElementById('search').textContent)?.[1] ?? 0) > d, early);
  assert.ok(await page.locator('.arrow.best').count() === 1);
  assert.match(await page.locator('#bar').getAttribute('aria-label'), /Red wins \d+ %, draw \d+ %, black wins \d+ %/);
  await move(page, 'h2e2');
  await settled(page, 1);
  await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 3);
  await page.uncheck('#thinking');
  await page.click('#review');
  await page.waitForFunction(() => /Review done/.test(document.getElementById('notice').textContent));
  assert.equal(await page.locator('#graph svg').count(), 1);
  await done(page);
});

test('the judge shows who checks whom', async () => {
  const page = await open();
  await page.click('[data-mode=judge]');
  await readText(page, '3k5/9/9/9/9/9/9/9/9/R3K4 w moves a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9');
  await page.waitForFunction(() => /perpetual check by red/.test(document.getElementById('judge-verdict').textContent));
  assert.equal(await page.locator('#judge-plies li').count(), 8);
  await page.locator('#judge-plies button').nth(1).click();
  assert.equal(await page.locator('.arrow.check').count(), 1);
  await done(page);
});

test('engine against engine plays by itself and pauses', async () => {
  const page = await open();
  await newGame(page, { red: 'engine', black: 'engine', level: '0' });
  await settled(page, 4);
  await page.click('#pause');
  await page.waitForTimeout(500);
  const count = await moveCount(page);
  await page.waitForTimeout(700);
  assert.equal(await moveCount(page), count);
  await done(page);
});

test('resigning and offering a draw', async () => {
  const page = await open();
  await newGame(page, { level: '0' });
  await page.click('#draw');
  await page.waitForFunction(() => document.getElementById('notice').textContent === 'the engine declines the draw');
  await page.click('#resign');
  await page.waitForFunction(() => document.getElementById('status').textContent === 'black wins: red resigns');
  await done(page);
});

test('Chinese and English', async () => {
  const page = await open({ locale: 'zh-CN' });
  assert.equal(await page.locator('#new').textContent(), '新局');
  await newGame(page, { black: 'person' });
  await move(page, 'h0f1');
  await page.waitForFunction(() => document.getElementById('notice').textContent === '蹩马腿：g0 有子');
  await move(page, 'h2e2');
  await settled(page, 1);
  assert.equal(await page.locator('#moves button').first().textContent(), '炮二平五');
  await page.click('#language');
  assert.equal(await page.locator('#new').textContent(), 'New game');
  assert.match(await man(page, 'e2'), /red cannon/);
  await done(page);
});

test('keyboard only', async () => {
  const page = await open();
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  await page.locator('#new').focus();
  await press('Enter');
  await page.waitForSelector('#new-dialog[open]');
  await page.locator('#new-start').focus();
  await press('Enter');
  await page.waitForFunction(() => !document.getElementById('new-dialog').open);
  // The board is one tab stop; the arrow keys go from point to point.
  await point(page, 'e0').focus();
  await press('ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'h2');
  await press('Enter', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter');
  await settled(page, 2);
  assert.match(await man(page, 'e2'), /red cannon/);
  await press('u');
  await page.waitForFunction(() => document.querySelectorAll('#moves li button').length === 0);
  await done(page);
});

test('a mate on the board ends the game for both faces of the page', async () => {
  const page = await open();
  await readText(page, MATE);
  await page.waitForFunction(() => location.hash.includes('fen='));
  await move(page, 'b0b9');
  await page.waitForFunction(() => document.getElementById('status').textContent === 'red wins: checkmate');
  assert.match(await man(page, 'd9'), /black king, Check!/);
  await done(page);
});

test('no serious fault for accessibility', async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  for (const colorScheme of ['light', 'dark']) {
    for (const mode of ['play', 'analyse', 'setup', 'judge']) {
      const page = await open({ colorScheme });
      await page.click(`[data-mode=${mode}]`);
      await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
      // The policy of the page forbids foreign scripts; the debugger may run one.
      const session = await page.context().newCDPSession(page);
      await session.send('Runtime.evaluate', { expression: axe });
      const { result } = await session.send('Runtime.evaluate', { expression: 'axe.run().then((r) => JSON.stringify(r.violations.map((v) => [v.impact, v.id, v.nodes.length, v.nodes[0].html.slice(0, 200)])))', awaitPromise: true });
      const violations = JSON.parse(result.value).filter(([impact]) => impact === 'serious' || impact === 'critical');
      assert.deepEqual(violations, [], `${mode} ${colorScheme}`);
      await done(page);
    }
  }
});

test('a running match can be watched', async () => {
  const engine = (name, more) => ['--engine', `cmd=${program} name=${name} option.usebook=false ${more}`];
  const openings = ['--openings', here('../../positions/openings200.epd')];
  const match = spawn(program, ['match', ...engine('strong', ''), ...engine('weak', 'option.knowledge=none'), ...openings, '--games', '12', '--nodes', '5000', '--concurrency', '2', '--serve'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const address = await new Promise((resolve, reject) => {
      match.stdout.on('data', (data) => { const found = /http:\/\/\S+/.exec(data); if (found) resolve(found[0]); });
      match.on('exit', (code) => reject(new Error(`hanxin match ended with ${code}`)));
    });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    const page = await context.newPage();
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(address);
    await page.waitForFunction(() => document.querySelectorAll('#boards .board').length === 2);
    await page.waitForFunction(() => /over/.test(document.getElementById('status')?.textContent ?? ''), null, { timeout: 60_000 });
    assert.match(await status(page), /12 of 12 games/);
    const rows = await page.locator('#cross tr').allTextContents();
    assert.equal(rows.length, 3);
    assert.match(rows.join(' '), /strong.*weak/);
    // What does not fit into its panel can be scrolled there; nothing lies under the boards.
    const [panel, board] = [await page.locator('#standing .panel').first().boundingBox(), await page.locator('#boards').boundingBox()];
    assert.ok(panel.x + panel.width <= board.x + 1);
    if (screenshots) await page.screenshot({ path: `${screenshots}/watch.png` });
    assert.deepEqual(complaints, []);
    await context.close();
  } finally {
    match.kill();
  }
});

test('the page is small and asks nobody else', async () => {
  const page = await open();
  const sizes = [];
  page.on('response', async (response) => { sizes.push([response.url(), (await response.body().catch(() => '')).length]); });
  await page.reload();
  await page.waitForTimeout(500);
  assert.ok(sizes.every(([address]) => address.startsWith(url)));
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(`page: ${sizes.length} responses, ${total} bytes`);
  assert.ok(total < 300_000);
  await done(page);
});

test('screenshots', { skip: !screenshots }, async () => {
  mkdirSync(screenshots, { recursive: true });
  const views = [
    ['desktop-light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
    ['desktop-dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', locale: 'zh-CN' }],
    ['phone-light', { ...devices['Pixel 7'], deviceScaleFactor: 1, colorScheme: 'light', locale: 'zh-CN' }],
    ['phone-dark', { ...devices['Pixel 7'], deviceScaleFactor: 1, colorScheme: 'dark' }],
  ];
  for (const [name, options] of views) {
    const page = await open(options);
    await newGame(page, { level: '8', time: '1' });
    await page.check('#thinking');
    for (const [index, mv] of ['h2e2', 'h0g2'].entries()) {
      await move(page, mv);
      await settled(page, 2 * index + 2);
      await page.waitForTimeout(400);
    }
    await click(page, 'i0');
    await page.waitForTimeout(400);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path: `${screenshots}/${name}.png` });
    await page.click('[data-mode=analyse]');
    await page.waitForFunction(() => document.querySelectorAll('#lines li').length === 3);
    await page.waitForTimeout(2500);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path: `${screenshots}/${name}-analysis.png` });
    await page.click('[data-mode=setup]');
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${screenshots}/${name}-setup.png`, fullPage: true });
    await done(page);
  }
});
