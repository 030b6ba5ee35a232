import * as z from 'zod/mini'
import { maxCustomFields } from '../../../kernel/custom-fields.ts'
import { defineContract, signedInBecause } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { created, idParams, nothing } from '../../../kernel/listing.ts'
import { productSentence } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { maxViews } from './max-views.ts'

export const maxViewNameLength = 30
/** Those of the list with most, and those that are added to it. */
const maxColumns = 60 + maxCustomFields

const list = z.string().check(z.regex(/^[A-Za-z]{1,40}\.[A-Za-z]{1,40}$/, '列表名称格式不正确'))
const keys = z
  .array(z.string().check(z.regex(/^[A-Za-z0-9._]{1,40}$/, '列名称格式不正确')))
  .check(z.maxLength(maxColumns, { error: () => t('最多 {maxColumns} 列', { maxColumns }) }))

export const settingsWrite = z.object({ list, order: keys, hidden: keys })
export type SettingsWrite = z.output<typeof settingsWrite>

/** Search, filters, sort and page size, as in the list's address. */
const query = z.string().check(z.maxLength(2000, '条件过长，请减少后再保存'))
const name = text(maxViewNameLength, '请输入视图名称')
/** Opens if the address has no query. Replaces the former default view. */
const isDefault = z.boolean()
/** How often the list is looked at for new rows, of which its owner is reminded by mail. */
export const notifyTimes = ['off', 'hourly', 'daily'] as const
const notify = z.enum(notifyTimes)
export type Notify = z.output<typeof notify>
export const viewCreate = z.object({ list, name, query, isDefault: z._default(isDefault, false) })
/** Only what changes, so that edits in quick succession do not undo each other. */
export const viewUpdate = z.partial(z.object({ name, query, isDefault, notify }))
export type ViewCreate = z.output<typeof viewCreate>
export type ViewUpdate = z.output<typeof viewUpdate>

const listView = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  isDefault: z.boolean(),
  /** Null for lists that cannot be asked for their newest rows. */
  notify: z.nullable(notify),
  /** Why reminding has stopped; empty: it has not. */
  stopped: productSentence(),
})
export type ListView = z.output<typeof listView>

const ownScope = { reach: 'platform', whileActing: 'home' } as const
const ownChange = {
  ...ownScope,
  access: signedInBecause('changes only the caller’s own list preferences'),
  audit: { none: 'list preferences are personal and concern only the caller' },
} as const

/** A user's list preferences, independent of the company they are signed in to. */
export const listViewsContract = defineContract('sysViews', {
  saveSettings: {
    ...ownChange,
    method: 'PUT',
    path: '/api/sys/view-settings/v1',
    summary: 'Save the caller’s preferences for one list',
    body: settingsWrite,
    reply: nothing,
  },
  views: {
    ...ownScope,
    method: 'GET',
    path: '/api/sys/views/v1',
    summary: `List the caller’s views of one list by name, at most ${maxViews}`,
    access: signedInBecause('returns only data about the caller'),
    query: z.object({ list }),
    reply: z.array(listView),
  },
  saveView: {
    ...ownChange,
    method: 'POST',
    path: '/api/sys/views/v1',
    summary: 'Save a list query as a named view',
    body: viewCreate,
    reply: created,
  },
  updateView: {
    ...ownChange,
    method: 'PUT',
    path: '/api/sys/views/:id/v1',
    summary: 'Change the name of a view, its query, whether it is the default, and how often it reminds of new rows',
    params: idParams,
    body: viewUpdate,
    reply: nothing,
  },
  removeView: {
    ...ownChange,
    method: 'DELETE',
    path: '/api/sys/views/:id/v1',
    summary: 'Delete a view',
    params: idParams,
    reply: nothing,
  },
})
