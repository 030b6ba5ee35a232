import { randomUUID } from 'node:crypto'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import type { TestApp } from '../../../../test/harness.ts'
import { everyPermission, type MakeSamples } from '../../../../test/hostile/sample.ts'

/** A review with one item for the reviewer. */
const createReview = async (
  app: TestApp,
  reviewer: { companyId: string; id: string },
  assignee: { id: string; roleId: string },
) => {
  const [id, item] = [randomUUID(), randomUUID()]
  await app.sql(
    `insert into reviews (company_id, id, name, due_at, coverage, unanswered, items, created_by)
     values ($1, $2, '池', now() + interval '9 days', 'all', 'keep', 1, '{"id":"","name":"池"}')`,
    [reviewer.companyId, id],
  )
  await app.sql(
    `insert into review_lists (company_id, review_id, reviewer_id, items, notified_at) values ($1, $2, $3, 1, now())`,
    [reviewer.companyId, id, reviewer.id],
  )
  await app.sql(
    `insert into review_items (company_id, id, review_id, user_id, role_id, reviewer_id) values ($1, $2, $3, $4, $5, $6)`,
    [reviewer.companyId, item, id, assignee.id, assignee.roleId, reviewer.id],
  )
  return { id, item }
}

export const samples: MakeSamples = async ({ app, reader, readers }) => {
  const reviewer = await buildUser(app, { companyId: readers })
  const reviewerToken = await app.signIn(reviewer)
  const sharedReview = await createReview(app, reviewer, await buildUser(app, { companyId: readers }))
  const reviewing = await app.signIn(
    await buildUser(app, { companyId: await buildCompany(app, '核'), permissions: everyPermission }),
  )
  return {
    'sysReviews.list': () => ({ query: {}, token: reader }),
    'sysReviews.create': () => ({
      body: { name: '复核', dueTime: '2090-01-01T00:00:00Z', coverage: 'all' },
      token: reviewing,
    }),
    'sysReviews.items': () => ({ params: { id: sharedReview.id }, query: {}, token: reader }),
    'sysReviews.exportItems': () => ({ params: { id: sharedReview.id }, body: {}, token: reader }),
    'sysReviews.reviewers': () => ({ params: { id: sharedReview.id }, query: {}, token: reader }),
    'sysReviews.repeat': () => ({ params: { id: randomUUID() }, body: { repeatMonths: 3 }, token: reader }),
    'sysReviews.handOver': () => ({
      params: { id: randomUUID(), userId: randomUUID() },
      body: { handoverTo: randomUUID() },
      token: reader,
    }),
    'sysReviews.remind': () => ({ params: { id: randomUUID() }, token: reader }),
    'sysReviews.close': () => ({ params: { id: randomUUID() }, token: reader }),
    'sysReviews.cancel': () => ({ params: { id: randomUUID() }, token: reader }),
    'sysReviews.ownReviews': () => ({ token: reviewerToken }),
    'sysReviews.ownItems': () => ({ query: { 'f.reviewId': sharedReview.id }, token: reviewerToken }),
    'sysReviews.answerItems': () => ({
      params: { id: sharedReview.id },
      body: { ids: [sharedReview.item], answer: 'keep', reason: '在岗' },
      token: reviewerToken,
    }),
  }
}
