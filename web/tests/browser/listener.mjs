// SPDX-License-Identifier: MIT
// Somebody who does not see the page: they have keys, the accessibility tree, and what is said to
// them. Nothing here looks at pixels, classes or data of the page. A game is played from it by what its
// folder says (tests/keys.mjs).
import assert from 'node:assert/strict';

/** What live regions say, in order, as a screen reader would be told: text that is added to them. */
function record() {
  if (window.said) return;
  window.said = [];
  const regions = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]';
  const note = (node) => {
    const text = node.textContent?.replace(/\s+/g, ' ').trim();
    if (text) window.said.push(text);
  };
  new MutationObserver((changes) => {
    const grown = new Set();
    for (const { target, addedNodes, type } of changes) {
      const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(regions);
      // An alert is heard wherever it appears, other regions only when they are there before.
      if (!region)
        for (const node of [...addedNodes].filter((each) => each.nodeType === 1))
          (node.matches(regions) ? [node] : node.querySelectorAll('[role=alert]')).forEach(note);
      else if (region.matches('[role=log]')) for (const node of addedNodes) note(node);
      else if (type === 'characterData' || addedNodes.length > 0) grown.add(region);
    }
    for (const region of grown) note(region);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Before the page is opened: everything that is said from then on is heard. */
export async function withEars(profile) {
  await profile.addInitScript(record);
}

export async function listen(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  await page.evaluate(`(${record})()`);
  let listened = 0;

  const shown = (node) => ({
    role: node.role?.value ?? '',
    name: node.name?.value ?? '',
    ...Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])),
  });

  const ear = {
    page,
    /** Everything said so far. */
    said: () => page.evaluate(() => window.said),
    /** The newest thing said that matches, once there is one; what was said before it counts as heard. */
    async until(pattern, timeout = 60000) {
      const found = await page
        .waitForFunction(
          ([source, from]) => {
            const at = window.said.findLastIndex((text, i) => i >= from && new RegExp(source).test(text));
            return at < 0 ? null : { at, text: window.said[at] };
          },
          [pattern.source, listened],
          { timeout },
        )
        .catch(async () => assert.fail(`nothing like ${pattern} is said; the last: ${JSON.stringify((await ear.said()).slice(-6))}`));
      const { at, text } = await found.jsonValue();
      listened = at + 1;
      return text;
    },
    /** Whether something like this was said after so much; it is then what comes next. */
    async hears(pattern, from) {
      const heard = (await ear.said()).slice(from).some((text) => pattern.test(text));
      if (heard) listened = from;
      return heard;
    },
    /** The accessibility tree as a list, without what is ignored. */
    async tree() {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      return nodes.filter((node) => !node.ignored).map(shown);
    },
    /** What has the focus, as the tree tells it. */
    async focused() {
      const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
      const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId: result.objectId, fetchRelatives: false });
      await session.send('Runtime.releaseObject', { objectId: result.objectId });
      return nodes[0] ? shown(nodes[0]) : undefined;
    },
    /** The same, and that is never the page itself. It may be asked while a button goes dead. */
    async here() {
      const is = (at) => at && at.focused && at.role !== 'RootWebArea';
      let at = await ear.focused();
      for (let i = 0; i < 10 && !is(at); i++) {
        await page.waitForTimeout(30);
        at = await ear.focused();
      }
      assert.ok(is(at), `the focus is somewhere, after: ${JSON.stringify((await ear.said()).slice(-3))}`);
      return at;
    },
    /** Presses a key and tells where that leads. */
    async press(key) {
      await page.keyboard.press(key);
      return ear.here();
    },
    /** Presses what plays the move: all that was said until then is past. */
    async act(key = 'Enter') {
      listened = (await ear.said()).length;
      await page.keyboard.press(key);
    },
    async all(role, name = /./) {
      return (await ear.tree()).filter((node) => node.role === role && name.test(node.name));
    },
    /** Whether this becomes true within a while. */
    async soon(test, most = 5000) {
      for (const end = Date.now() + most; ; await page.waitForTimeout(40)) {
        if (await test()) return true;
        if (Date.now() > end) return false;
      }
    },
    /** Goes on with a key until something like this has the focus; null if it comes round without. */
    async seek(key, role, name = /./, most = 60) {
      for (let i = 0; i < most; i++) {
        await page.keyboard.press(key);
        // Past its last stop Tab leaves the page, and comes back to its first.
        const at = await ear.focused();
        if (at?.role === role && name.test(at.name)) return at;
      }
      return null;
    },
    /** Tab to something that must be there. */
    async tabTo(role, name, most = 60) {
      const at = await ear.seek('Tab', role, name, most);
      if (!at) {
        const met = (await ear.all(role)).map((node) => node.name);
        assert.fail(`Tab comes to no ${role} like ${name} but: ${met.join(', ')}; said: ${(await ear.said()).slice(-6).join(' | ')}`);
      }
      return at;
    },
  };
  return ear;
}

/** Plays to the end by what is heard. `turn` makes one decision of the person; `answer` meets a
 * question of others, if the game has any. */
export async function playByEar(ear, { turn, asked, answer }, most = 400) {
  const over = /wins?!|share the win|Nobody wins/;
  const due = new RegExp(`${over.source}|Your turn\\.${asked ? `|${asked.source}` : ''}`);
  for (let i = 0; i < most; i++) {
    const text = await ear.until(due);
    if (over.test(text)) return i;
    const from = (await ear.said()).length;
    try {
      await (asked?.test(text) ? answer(ear, text) : turn(ear, text));
    } catch (error) {
      // Somebody's answer to a deal may have ended the turn under our hand: that is heard.
      if (!(await ear.hears(due, from))) throw error;
    }
  }
  return assert.fail(`the game goes on after ${most} decisions`);
}
