import * as z from 'zod/mini'
import { defineContract, permitted, publicBecause } from '../../../kernel/endpoint.ts'
import { id, idParams, moment, nothing, person } from '../../../kernel/listing.ts'
import { momentInput } from '../../../kernel/moment-input.ts'
import { t } from '../../../kernel/texts.ts'
import { linkPasswordLength } from './document-fields.ts'

const passwordMessage = {
  error: () => t('密码为 {min}-{max} 位', { min: linkPasswordLength.min, max: linkPasswordLength.max }),
}
const mostUsesMessage = '请输入 1 到 10000 之间的整数'

const linkRow = z.object({
  id: z.string(),
  /** Whether it asks for a password. */
  locked: z.boolean(),
  expireTime: moment,
  downloadable: z.boolean(),
  /** How often the file is still sent; null: without a limit. */
  usesLeft: z.nullable(z.int()),
  /** How often the file was sent. */
  uses: z.int(),
  lastTime: z.nullable(moment),
  /** Whether its maker still manages the file: it works only then. */
  managed: z.boolean(),
  createTime: moment,
  createBy: person,
})
export type LinkRow = z.output<typeof linkRow>

const isLinkPassword = (typed: string) =>
  typed === '' || (typed.length >= linkPasswordLength.min && typed.length <= linkPasswordLength.max)

const newLink = z.object({
  /** Empty: none. */
  password: z._default(z.string().check(z.refine(isLinkPassword, passwordMessage)), ''),
  expireTime: momentInput,
  /** Otherwise the file is only shown. */
  downloadable: z._default(z.boolean(), true),
  /** How often the file is sent, shown or downloaded; null: without a limit. */
  mostUses: z._default(
    z.nullable(z.int(mostUsesMessage).check(z.gte(1, mostUsesMessage), z.lte(10_000, mostUsesMessage))),
    null,
  ),
})
export type NewLink = z.output<typeof newLink>

const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, '链接格式不正确'))
const opening = z.object({
  token: linkToken,
  /** As typed; empty until it is asked for. */
  password: z._default(z.string().check(z.maxLength(64)), ''),
})
export type Opening = z.output<typeof opening>

const openedLink = z.object({
  /** A password is needed first: name, type and size are empty then. */
  locked: z.boolean(),
  title: z.string(),
  mime: z.string(),
  size: z.number(),
  downloadable: z.boolean(),
  usesLeft: z.nullable(z.int()),
  expireTime: moment,
})
export type OpenedLink = z.output<typeof openedLink>

const path = '/api/sys/docs/:id/links'
const limit = { points: 60, seconds: 60 }
const byToken = publicBecause('the token of the link is the permission, with its password if it has one')

/** Links to a file that need no account. */
export const documentLinksContract = defineContract('sysDocs', {
  links: {
    method: 'GET',
    path: `${path}/v1`,
    summary: 'List the links to a file that have not ended, newest first; for those who manage it',
    access: permitted('share'),
    reach: 'company',
    params: idParams,
    reply: z.array(linkRow),
  },
  createLink: {
    method: 'POST',
    path: `${path}/v1`,
    summary: 'Create a link to a file with its end, and optionally a password and a count; its token is shown once',
    access: permitted('share'),
    // Hashing a password takes longer than a connection should be held.
    reach: 'manual',
    // A link works as long as its maker manages the file, and a guest's rights end with the visit.
    whileActing: 'never',
    audit: { event: 'docLink.created' },
    secretReply: true,
    params: idParams,
    body: newLink,
    reply: z.object({ id: z.string(), token: z.string() }),
  },
  revokeLink: {
    method: 'DELETE',
    path: `${path}/:linkId/v1`,
    summary: 'Revoke a link at once',
    access: permitted('share'),
    reach: 'company',
    audit: { event: 'docLink.revoked' },
    params: z.object({ id, linkId: id }),
    reply: nothing,
  },
  openLink: {
    method: 'POST',
    path: '/api/sys/doc-links/open/v1',
    summary: 'Read what a link leads to, once its password is right',
    access: byToken,
    reach: 'manual',
    audit: { event: 'docLink.opened' },
    quiet: true,
    limit,
    body: opening,
    reply: openedLink,
  },
  previewLink: {
    method: 'POST',
    path: '/api/sys/doc-links/preview/v1',
    summary: 'Ask for the address of a link’s file to show it, which works for a quarter of an hour and counts',
    access: byToken,
    reach: 'manual',
    audit: { event: 'docLink.previewed' },
    quiet: true,
    secretReply: true,
    limit,
    body: opening,
    reply: z.object({ url: z.string() }),
  },
  downloadLink: {
    method: 'POST',
    path: '/api/sys/doc-links/download/v1',
    summary: 'Ask for the address of a link’s file to download it, which works for a quarter of an hour and counts',
    access: byToken,
    reach: 'manual',
    audit: { event: 'docLink.downloaded' },
    quiet: true,
    secretReply: true,
    limit,
    body: opening,
    reply: z.object({ url: z.string(), title: z.string() }),
  },
})
