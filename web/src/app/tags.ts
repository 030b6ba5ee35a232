import { lazy } from 'react'
import { findTags } from '../features/content/tags/find-tags.ts'
import { declareTags } from '../kernel/tags/row-tags.tsx'

declareTags({
  Tags: lazy(async () => ({ default: (await import('../features/content/tags/tags-of-row.tsx')).TagsOfRow })),
  find: findTags,
})
