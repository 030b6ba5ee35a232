import { type ComponentType, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { t } from '../../ui/texts.ts'

/** A row that has a page: its entity, as the contract declares it, and its id. */
export type CommentedRow = { entity: string; id: string }
type Comments = {
  /** How many a row has; undefined until that is known. */
  useCount: (row: CommentedRow) => number | undefined
  Comments: ComponentType<CommentedRow>
}

let declared: Comments | undefined

/** Registers the comments at startup; features do not depend on each other. */
export const declareComments = (comments: Comments): void => {
  declared = comments
}

const comments = (): Comments => {
  if (!declared) throw new Error('declareComments has not been called')
  return declared
}

/** The tab 评论 of a row's page, with how many there are. */
export const useCommentsTab = (row: CommentedRow) => {
  const count = comments().useCount(row) ?? 0
  return { key: 'comments', text: count > 0 ? t('评论 {count}', { count }) : t('评论') } as const
}

/** The comments beside a row, in their tab. */
export const RowComments = (row: CommentedRow) => {
  const { Comments } = comments()
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Comments key={row.id} {...row} />
    </Suspense>
  )
}
