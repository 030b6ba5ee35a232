import { tagsContract } from '@atrium/contract/features/content/tags/tags.contract.ts'
import { tagsErrors } from '@atrium/contract/features/content/tags/tags.errors.ts'
import { findOptions } from '../../../kernel/db/find-options.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { moving } from './moving.ts'
import { tagsRepository as repository } from './tags.repository.ts'
import { createTags, type TagPorts } from './tags.service.ts'

const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name, extra: {} })

/** Tags on rows that have pages. What lists and exports show of them: `createTaggedLists`, `createTagColumn`. */
export const createTagsFeature = (ports: TagPorts) => ({
  routes: implement(tagsContract, {
    ...createTags(ports),
    options: ({ db }, id, query) =>
      findOptions(id, query, {
        async one(tagId) {
          const tag = await repository.find(db, tagId)
          return tag && toOption(tag)
        },
        matching: async (search, size) =>
          (await repository.list(db, { page: 1, size, search, sort: '' })).data.map(toOption),
      }),
  }),
  jobs: [moving.job],
  caches: { tags: ports.presence.cacheReads },
  constraints: { tags__name: { ...tagsErrors.nameTaken, field: 'name' } },
})
