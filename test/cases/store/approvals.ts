import assert from 'node:assert/strict';
import type { ApprovalRow } from '../../../src/store/port.ts';
import { withStore, withTwo } from './case.ts';
import { idOf, sampleApproval } from './samples.ts';

const answer = { status: 'answered', answer: { kind: 'allow_once' }, answeredBy: 'anna', answeredAt: 1500 } as const;

export const approvalCases = [
  withStore('an approval comes back with every field', async ({ approvals }) => {
    const full: Required<ApprovalRow> = { ...sampleApproval(1), ...answer };
    await approvals.insert(full);
    await approvals.insert(sampleApproval(2));
    assert.deepEqual(await approvals.get(idOf(1)), full);
    assert.deepEqual(await approvals.get(idOf(2)), sampleApproval(2));
    assert.equal(await approvals.get('none'), undefined);
    await assert.rejects(approvals.insert(full));
  }),
  withStore('approvals are listed newest first, by status', async ({ approvals }) => {
    for (const number of [1, 2, 3]) await approvals.insert(sampleApproval(number));
    await approvals.settle(idOf(2), { status: 'expired', answeredAt: 2000 });
    const list = async (...args: Parameters<typeof approvals.list>) =>
      (await approvals.list(...args)).map(row => row.id);
    assert.deepEqual(await list(), [3, 2, 1].map(idOf));
    assert.deepEqual(await list({ status: 'pending' }), [3, 1].map(idOf));
    assert.deepEqual(await list({ status: 'pending', limit: 1 }), [idOf(3)]);
  }),
  withStore('the first answer wins', async ({ approvals }) => {
    await approvals.insert(sampleApproval(1));
    const settled = await Promise.all([
      approvals.settle(idOf(1), answer),
      approvals.settle(idOf(1), { ...answer, answeredBy: 'bert' }),
    ]);
    assert.deepEqual(settled, [true, false]);
    assert.deepEqual(await approvals.get(idOf(1)), { ...sampleApproval(1), ...answer });
    assert.equal(await approvals.settle('none', answer), false);
  }),
  withStore('a grant is used once', async ({ approvals }) => {
    await approvals.grant('key', idOf(1), 2000);
    assert.equal(await approvals.useGrant('other key', 1000), undefined);
    assert.equal(await approvals.useGrant('key', 1000), idOf(1));
    assert.equal(await approvals.useGrant('key', 1000), undefined);
  }),
  withStore('an expired grant is worth nothing', async ({ approvals }) => {
    await approvals.grant('key', idOf(1), 2000);
    assert.equal(await approvals.useGrant('key', 2000), undefined);
    assert.equal(await approvals.useGrant('key', 1000), undefined);
  }),
  withStore('two grants for one key serve two uses', async ({ approvals }) => {
    await approvals.grant('key', idOf(1), 3000);
    await approvals.grant('key', idOf(2), 2000);
    assert.equal(await approvals.useGrant('key', 1000), idOf(2));
    assert.equal(await approvals.useGrant('key', 1000), idOf(1));
    assert.equal(await approvals.useGrant('key', 1000), undefined);
  }),
  withTwo('of two processes one settles and one uses the grant', async (one, other) => {
    for (let number = 1; number <= 20; number += 1) {
      await one.approvals.insert(sampleApproval(number));
      await one.approvals.grant(`key ${number}`, idOf(number), 2000);
      const settled = await Promise.all([one, other].map(store => store.approvals.settle(idOf(number), answer)));
      assert.equal(settled.filter(Boolean).length, 1);
      const used = await Promise.all([other, one].map(store => store.approvals.useGrant(`key ${number}`, 1000)));
      assert.deepEqual(
        used.filter(id => id !== undefined),
        [idOf(number)],
      );
    }
  }),
];
