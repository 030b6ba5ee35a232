import * as z from 'zod/mini'
import { autocomplete, plainOption } from '../../../kernel/autocomplete.ts'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted, signedInBecause } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { id, idParams, listQuery, nothing, rowBase, tag, version } from '../../../kernel/listing.ts'
import { subject } from '../../../kernel/subject.ts'
import { asUnknown } from '../../access/row-scopes/id-bounds.ts'

export const maxTagLength = 32
/** Most tags of one row, and of a company. */
export const maxTagsOfRow = 20
export const maxTags = 1000

const tagName = z.pipe(
  text(maxTagLength, '请输入标签名称'),
  z.transform((name) => name.normalize('NFC')),
)
const tagWrite = z.object({ name: tagName })
export type TagWrite = z.output<typeof tagWrite>

/** How many rows have the tag; `more`: there are more than are counted. */
const uses = { uses: z.int(), more: z.boolean() }
const tagRow = z.object({ ...rowBase, name: z.string(), ...uses })
export type TagRow = z.output<typeof tagRow>

const tagUses = z.object(uses)
export type TagUses = z.output<typeof tagUses>

const attached = z.object({ ...subject.shape, name: tagName })
export type AttachedTag = z.output<typeof attached>

const path = '/api/sys/tags'
const rowPath = '/api/sys/row-tags'
const readsSubject = signedInBecause('who may read the row may read its tags: its own read is asked')
const changesSubject = signedInBecause('who may change the row may put tags on it: its own endpoints are asked')
// The row is read as the caller, in a transaction of its own.
const beside = { reach: 'manual', whileActing: 'guest' } as const
const crud = crudEndpoints({
  noun: 'tag',
  path,
  query: listQuery({ sortable: ['name', 'createTime'] }),
  row: tagRow,
  create: tagWrite,
  update: z.extend(tagWrite, { version }),
})

/** Tags of a company on rows that have pages, and what it does with their words. */
export const tagsContract = defineContract('sysTags', {
  ...crud,
  remove: { ...crud.remove, summary: 'Delete a tag, and take it off all rows', impact: tagUses },
  merge: {
    method: 'PUT',
    path: `${path}/:id/merge/v1`,
    summary: 'Put another tag on all rows of a tag, and delete it',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'tag.merged' },
    impact: tagUses,
    ids: { 'body.into': asUnknown },
    params: idParams,
    body: z.object({ into: id }),
    reply: nothing,
  },
  options: {
    ...autocomplete({ noun: 'tag', path, extra: plainOption }),
    access: signedInBecause('the words of a company, which say nothing of a row'),
    whileActing: 'guest',
  },
  ofRow: {
    ...beside,
    method: 'GET',
    path: `${rowPath}/v1`,
    summary: 'Read the tags of a row, and whether the caller may change them',
    access: readsSubject,
    query: subject,
    reply: z.object({ tags: z.array(tag), editable: z.boolean() }),
  },
  attach: {
    ...beside,
    method: 'POST',
    path: `${rowPath}/v1`,
    summary: 'Put a tag on a row; a word that the company does not have yet is added',
    access: changesSubject,
    audit: { event: 'tag.attached' },
    ids: { 'body.id': asUnknown },
    body: attached,
    reply: tag,
  },
  detach: {
    ...beside,
    method: 'DELETE',
    path: `${rowPath}/:entity/:row/:id/v1`,
    summary: 'Take a tag off a row',
    access: changesSubject,
    audit: { event: 'tag.detached' },
    ids: { 'params.id': asUnknown, 'params.row': asUnknown },
    params: z.object({ entity: subject.shape.entity, row: id, id }),
    reply: nothing,
  },
})
