import { round } from './table.ts'

export type Goal = { work: string; found: number; bound: number; unit: string; atLeast?: true }

/** Compares results with goals, as table rows; what was not measured counts as neither met nor missed. */
export const evaluateGoals = (goals: readonly Goal[]) =>
  goals.map(({ work, found, bound, unit, atLeast }) => {
    const met = atLeast ? found >= bound : found <= bound
    return {
      项目: work,
      实测: `${round(found, 2)} ${unit}`.trim(),
      目标: `${atLeast ? '≥' : '≤'} ${bound} ${unit}`.trim(),
      结论: Number.isNaN(found) ? '未测' : met ? '达到' : '未达到',
    }
  })
