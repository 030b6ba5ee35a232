import { type ComponentType, Suspense } from 'react'
import type { Find } from '../../ui/use-found-options.ts'

/** A row that has a page: its entity, as the contract declares it, and its id. */
export type TaggedRow = { entity: string; id: string }
type Tags = {
  Tags: ComponentType<TaggedRow>
  /** Finds the tags of the company while the user types. */
  find: Find
}

let declared: Tags | undefined

/** Registers the tags at startup; features do not depend on each other. */
export const declareTags = (tags: Tags): void => {
  declared = tags
}

const tags = (): Tags => {
  if (!declared) throw new Error('declareTags has not been called')
  return declared
}

/** Finds the tags of the company, for filters. */
export const findTags: Find = (...asked) => tags().find(...asked)

/** The tags of a row, in the head of its page. */
export const RowTags = (row: TaggedRow) => {
  const { Tags } = tags()
  return (
    <Suspense fallback={<div className="object-tags" />}>
      <Tags key={row.id} {...row} />
    </Suspense>
  )
}
