import type { HandbookPage } from './handbook-page.ts'

/** The Chinese handbook by its files. */
export const files = import.meta.glob<HandbookPage>('../../../../docs/using/*.zh-CN.md', {
  query: '?page',
  import: 'page',
  eager: true,
})
