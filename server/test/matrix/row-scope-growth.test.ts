import { describeGrowth } from './describe-growth.ts'

const most = 3
/** Some of each endpoint, evenly spaced; `row-scope-growth.thorough.test.ts` sends all. */
describeGrowth((cases) => {
  const step = Math.max(1, cases.length / most)
  return cases.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
})
