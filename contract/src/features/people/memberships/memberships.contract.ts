import * as z from 'zod/mini'
import { defineContract, permitted, signedInBecause, unscopedBecause } from '../../../kernel/endpoint.ts'
import { optionalMultilineText, text } from '../../../kernel/fields.ts'
import { created, id, idParams, listQuery, listSchema, moment, nothing, person } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'
import { tokens } from '../../../kernel/tokens.ts'
import { userContactField } from '../../access/registry/user-fields.ts'

/** `lapsed`: expired without an answer. Does not reveal whether the account exists. */
export const membershipInvitationStates = ['open', 'accepted', 'declined', 'lapsed'] as const
/** Days until an invitation expires. */
export const membershipInvitationDays = 14

export const membershipInvitationRow = z.object({
  id: z.string(),
  target: userContactField(),
  note: z.string(),
  state: z.enum(membershipInvitationStates),
  expireTime: moment,
  createTime: moment,
  createBy: person,
  decideTime: z.nullable(moment),
})
export type MembershipInvitationRow = z.output<typeof membershipInvitationRow>

export const membershipInvitationWrite = z.object({
  /** An account, phone number or mail address, exactly as used at sign-in. */
  target: text(254, '请输入对方的账号、手机号或邮箱'),
  /** Shown to the invited person. */
  note: optionalMultilineText(100),
})

/** Companies a user works in, and open invitations. */
export const ownMemberships = z.object({
  companies: z.array(
    z.object({
      id,
      name: z.string(),
      /** The company of this session. */
      current: z.boolean(),
      /** The company of the account. */
      principal: z.boolean(),
    }),
  ),
  invitations: z.array(
    z.object({
      id,
      company: z.string(),
      note: z.string(),
      inviter: z.string(),
      createTime: moment,
      expireTime: moment,
    }),
  ),
})
export type OwnMemberships = z.output<typeof ownMemberships>

/** What a user loses by leaving a company. */
export const membershipImpact = z.object({
  company: z.string(),
  /** Names of roles and organisations there. */
  roles: z.array(productText()),
  organizations: z.array(z.string()),
  /** Active sessions there, which end. */
  sessions: z.int(),
  /** This session is one of them. */
  current: z.boolean(),
})
export type MembershipImpact = z.output<typeof membershipImpact>

const answerAccess = signedInBecause('answers only invitations addressed to the caller')

export const membershipsContract = defineContract('sysMemberships', {
  list: {
    method: 'GET',
    path: '/api/sys/memberships/v1',
    summary: 'List the company’s invitations to users with an account in another company',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: unscopedBecause(
      'names accounts as the caller’s company invited them; they are users of other companies',
    ),
    query: listQuery({ sortable: ['createTime'], filters: { state: z.enum(membershipInvitationStates) } }),
    reply: listSchema(membershipInvitationRow),
  },
  create: {
    method: 'POST',
    path: '/api/sys/memberships/v1',
    summary: 'Invite an account to join; the reply is the same whether or not the account exists',
    access: permitted('add'),
    // Accounts are looked up across the platform, beyond one company.
    reach: 'platform',
    rate: { n: 60, per: 'hour' },
    audit: { event: 'membershipInvitation.created', namesPeople: true },
    body: membershipInvitationWrite,
    reply: created,
  },
  remove: {
    method: 'DELETE',
    path: '/api/sys/memberships/:id/v1',
    summary: 'Withdraw an invitation; users who have accepted it stay members',
    access: permitted('delete'),
    reach: 'company',
    audit: { event: 'membershipInvitation.removed', namesPeople: true },
    params: idParams,
    reply: nothing,
  },
  own: {
    method: 'GET',
    path: '/api/sys/memberships/own/v1',
    summary: 'List the caller’s companies and the invitations addressed to them',
    access: signedInBecause('returns only data about the caller'),
    reach: 'platform',
    reply: ownMemberships,
  },
  accept: {
    method: 'PUT',
    path: '/api/sys/memberships/:id/accept/v1',
    summary: 'Accept an invitation; from the next sign-in on, the caller chooses a company',
    access: answerAccess,
    reach: 'platform',
    audit: { event: 'membership.accepted' },
    params: idParams,
    reply: nothing,
  },
  enter: {
    method: 'PUT',
    path: '/api/sys/memberships/:id/enter/v1',
    summary:
      'Continue in another of the caller’s companies; this session ends, and the new one expires no later than it would have',
    access: signedInBecause('opens only companies the caller belongs to'),
    reach: 'platform',
    audit: { event: 'membership.entered' },
    secretReply: true,
    params: idParams,
    reply: tokens,
  },
  leave: {
    method: 'PUT',
    path: '/api/sys/memberships/:id/leave/v1',
    summary: 'Leave a joined company; previews what the caller loses there',
    access: signedInBecause('ends only a membership of the caller'),
    reach: 'platform',
    audit: { event: 'membership.ended' },
    params: idParams,
    impact: membershipImpact,
    reply: nothing,
  },
  decline: {
    method: 'PUT',
    path: '/api/sys/memberships/:id/decline/v1',
    summary: 'Decline an invitation',
    access: answerAccess,
    reach: 'platform',
    audit: { event: 'membershipInvitation.declined', namesPeople: true },
    params: idParams,
    reply: nothing,
  },
})
