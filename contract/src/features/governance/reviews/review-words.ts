import type { ReviewAnswer, ReviewOutcome } from './own-reviews.contract.ts'

/** Labels of answers and outcomes, for screens and exports. */
export const answerNames: Record<ReviewAnswer, string> = { keep: '保留', remove: '收回' }
export const outcomeNames: Record<ReviewOutcome, string> = { removed: '已收回', gone: '已不再拥有', refused: '未收回' }
