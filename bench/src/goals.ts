import { round } from './table.ts'

export type Goal = { work: string; found: number; bound: number; unit: string; atLeast?: true }

/** Goals against what was found, as rows of a table; what could not be measured is neither met nor missed. */
export const judged = (goals: readonly Goal[]) =>
  goals.map(({ work, found, bound, unit, atLeast }) => {
    const met = atLeast ? found >= bound : found <= bound
    return {
      项目: work,
      实测: `${round(found, 2)} ${unit}`.trim(),
      目标: `${atLeast ? '≥' : '≤'} ${bound} ${unit}`.trim(),
      结论: Number.isNaN(found) ? '未测' : met ? '达到' : '未达到',
    }
  })
