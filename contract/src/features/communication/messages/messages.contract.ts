import * as z from 'zod/mini'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { multilineText, optionalMultilineText, optionalText, text } from '../../../kernel/fields.ts'
import { histogramReply } from '../../../kernel/histogram.ts'
import { languageTag } from '../../../kernel/language-tag.ts'
import {
  idParams,
  listQuery,
  listSchema,
  moment,
  nothing,
  person,
  timeRange,
  version,
} from '../../../kernel/listing.ts'
import { productSentence, productText } from '../../../kernel/product-text.ts'
import { userContactField } from '../../access/registry/user-fields.ts'

export const channels = ['sms', 'mail'] as const
/** `dropped`: never handed to a provider, because there was no recipient, it was too late or a budget was spent. */
export const messageStates = ['queued', 'sent', 'failed', 'dropped'] as const

export const messageRow = z.object({
  id: z.string(),
  createTime: moment,
  channel: z.enum(channels),
  template: z.string(),
  templateName: productText(),
  /** Masked. */
  target: userContactField(),
  state: z.enum(messageStates),
  tries: z.int(),
  provider: z.string(),
  receipt: z.string(),
  problem: productSentence(),
  sentTime: z.nullable(moment),
})
export type MessageRow = z.output<typeof messageRow>

const messagesQuery = listQuery({
  sortable: [],
  filters: { channel: z.enum(channels), state: z.enum(messageStates), time: timeRange },
})

export const messagesContract = defineContract('sysMessages', {
  list: {
    method: 'GET',
    path: '/api/sys/messages/v1',
    summary: 'List sent SMS and mail messages, newest first, without their content',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: messagesQuery,
    reply: listSchema(messageRow),
  },
  histogram: {
    method: 'GET',
    path: '/api/sys/messages/histogram/v1',
    summary: 'Count the messages of the list over time: sent or waiting, dropped, and failed',
    access: permitted('list'),
    reach: 'company',
    query: z.omit(messagesQuery, { page: true, size: true, sort: true }),
    reply: histogramReply,
  },
  test: {
    method: 'POST',
    path: '/api/sys/messages/test/v1',
    summary: 'Send a test message to check the provider’s settings',
    access: permitted('test'),
    reach: 'manual',
    audit: { event: 'testMessage.requested' },
    body: z.object({ channel: z.enum(channels), target: text(254) }),
    reply: nothing,
  },
})

/** A message in another language than that of the code. What is empty falls back. */
const ownWording = z.object({
  title: optionalText(100),
  content: optionalMultilineText(1000),
  providerTemplate: optionalText(64),
})
export type OwnWording = z.output<typeof ownWording>
/** Languages that a message may have wordings of its own in; far more than any installation speaks. */
const maxWordings = 50

export const messageTemplateRow = z.object({
  id: z.string(),
  code: z.string(),
  channel: z.enum(channels),
  name: productText(),
  title: z.string(),
  content: z.string(),
  providerTemplate: z.string(),
  /** Variables the content may use. */
  variables: z.array(z.string()),
  /** Own wordings in other languages, by BCP 47 tag. */
  wordings: z.record(z.string(), z.object({ title: z.string(), content: z.string(), providerTemplate: z.string() })),
  /** What the product says in each language, that of the code first; null: it has no translation. */
  languages: z.array(
    z.object({
      language: z.string(),
      product: z.nullable(z.object({ title: z.string(), content: z.string() })),
      /** Samples of the variables. */
      samples: z.record(z.string(), z.string()),
    }),
  ),
  updateTime: moment,
  updateBy: z.nullable(person),
  version: z.int(),
})
export type MessageTemplateRow = z.output<typeof messageTemplateRow>

export const messageTemplateWrite = z.object({
  title: optionalText(100),
  content: multilineText(1000),
  providerTemplate: optionalText(64),
  /** Own wordings in other languages, by BCP 47 tag; left out: as they are. */
  wordings: z.optional(
    z.record(languageTag, ownWording).check(z.refine((all) => Object.keys(all).length <= maxWordings, '语言过多')),
  ),
  version,
})

export const messageTemplatesContract = defineContract('sysMessageTemplates', {
  list: {
    method: 'GET',
    path: '/api/sys/message-templates/v1',
    summary: 'List the templates of all messages',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query: listQuery({ sortable: ['code', 'name'], filters: { channel: z.enum(channels) } }),
    reply: listSchema(messageTemplateRow),
  },
  update: {
    method: 'PUT',
    path: '/api/sys/message-templates/:id/v1',
    summary: 'Change a message template',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'messageTemplate.updated' },
    params: idParams,
    body: messageTemplateWrite,
    reply: nothing,
  },
})
