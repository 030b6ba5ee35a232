import * as z from 'zod/mini'
import { defineContract, permitted, signedInBecause, unscopedBecause } from '../../kernel/endpoint.ts'
import { optionalMultilineText, text } from '../../kernel/fields.ts'
import { created, id, idParams, listOf, listQuery, moment, nothing, person } from '../../kernel/listing.ts'
import { tokens } from '../sign-in/sign-in.contract.ts'
import { userContactField } from '../users/user-fields.ts'

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
  roles: z.array(z.string()),
  organizations: z.array(z.string()),
  /** Active sessions there, which end. */
  sessions: z.int(),
  /** This session is one of them. */
  current: z.boolean(),
})
export type MembershipImpact = z.output<typeof membershipImpact>

const answerAccess = signedInBecause('answers only invitations made to the caller himself')

export const membershipsContract = defineContract('sysMemberships', {
  list: {
    method: 'GET',
    path: '/api/sys/memberships/v1',
    summary: 'Whom my company asked to join it with an account he has elsewhere',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    people: unscopedBecause('names accounts as the caller’s company invited them; they are users of other companies'),
    query: listQuery({ sortable: ['createTime'], filters: { state: z.enum(membershipInvitationStates) } }),
    reply: listOf(membershipInvitationRow),
  },
  create: {
    method: 'POST',
    path: '/api/sys/memberships/v1',
    summary: 'Ask somebody to join; the answer is the same whether or not there is anybody of that name',
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
    summary: 'Take an invitation back; whoever has accepted stays',
    access: permitted('delete'),
    reach: 'company',
    audit: { event: 'membershipInvitation.removed', namesPeople: true },
    params: idParams,
    reply: nothing,
  },
  own: {
    method: 'GET',
    path: '/api/sys/memberships/own/v1',
    summary: 'The companies I work in, and those that ask me to join',
    access: signedInBecause('answers only about the caller'),
    reach: 'platform',
    reply: ownMemberships,
  },
  accept: {
    method: 'PUT',
    path: '/api/sys/memberships/:id/accept/v1',
    summary: 'Join a company; from the next sign-in on I choose where to work',
    access: answerAccess,
    reach: 'platform',
    audit: { event: 'membership.accepted' },
    params: idParams,
    reply: nothing,
  },
  enter: {
    method: 'PUT',
    path: '/api/sys/memberships/:id/enter/v1',
    summary: 'Go on in another of my companies; this session ends, and the new one lasts no longer than it would have',
    access: signedInBecause('leads only into companies the caller belongs to'),
    reach: 'platform',
    audit: { event: 'membership.entered' },
    secretReply: true,
    params: idParams,
    reply: tokens,
  },
  leave: {
    method: 'PUT',
    path: '/api/sys/memberships/:id/leave/v1',
    summary: 'Leave a company I joined; shows first what I lose there',
    access: signedInBecause('ends only a membership of the caller’s own'),
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
