import * as z from 'zod/mini'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted, unscopedBecause } from '../../../kernel/endpoint.ts'
import { text } from '../../../kernel/fields.ts'
import { histogramReply } from '../../../kernel/histogram.ts'
import {
  customSort,
  id,
  idParams,
  listQuery,
  listSchema,
  nothing,
  tagFilter,
  timeRange,
} from '../../../kernel/listing.ts'
import { asUnknown } from '../../access/row-scopes/id-bounds.ts'
import { oidcSettings, oidcWrite } from '../oidc/oidc-fields.ts'
import { callDays, callStat, callStatQuery } from '../open-apis/call-stats.ts'
import { gateSteps } from '../open-apis/gate-steps.ts'
import { customApp } from './custom-app.ts'
import {
  grantCreate,
  grantUpdate,
  openAppKinds,
  openAppStates,
  openAppUpdate,
  openAppWrite,
  secretCreate,
} from './open-app-fields.ts'
import {
  callLogDetail,
  callLogRow,
  callResults,
  grantImpact,
  openAppApi,
  openAppCandidate,
  openAppImpact,
  openAppRow,
  openAppSecret,
  secretImpact,
} from './open-app-rows.ts'

const path = '/api/sys/apps'
const secretParams = z.object({ id, sid: id })
const apiParams = z.object({ id, apiId: id })
const ownerNamed = unscopedBecause('an application names its owner, whom others of the company ask about it')
const company = { reach: 'company' } as const
// The operator sees the applications of all companies, others those of their own; handlers open the transaction.
const wide = { reach: 'manual', whileActing: 'guest' } as const

const callsQuery = listQuery({
  sortable: [],
  filters: { time: timeRange, result: z.enum(callResults), api: id, step: z.enum(gateSteps) },
})

const crud = crudEndpoints({
  noun: 'openApp',
  path,
  query: listQuery({
    sortable: ['name', 'createTime', 'expireTime', customSort],
    filters: {
      custom: customApp.filter,
      tags: tagFilter,
      state: z.enum(openAppStates),
      kind: z.enum(openAppKinds),
      owner: id,
      company: id,
    },
  }),
  row: openAppRow,
  create: openAppWrite,
  update: openAppUpdate,
})

export const openAppsContract = defineContract('openApps', {
  list: {
    ...crud.list,
    ...wide,
    summary: 'List applications: those of all companies for the operator, those of their own for others',
    namesUsers: ownerNamed,
  },
  get: { ...crud.get, ...wide, namesUsers: ownerNamed },
  create: { ...crud.create, ids: { 'body.ownerId': asUnknown } },
  update: { ...crud.update, ids: { 'body.ownerId': asUnknown } },
  remove: { ...crud.remove, summary: 'Delete an application; previews what stops', impact: openAppImpact },
  lock: {
    method: 'PUT',
    path: `${path}/:id/lock/v1`,
    summary: 'Refuse all calls of an application until it is unlocked; previews what stops',
    access: permitted('edit'),
    ...wide,
    audit: { event: 'openApp.locked' },
    params: idParams,
    body: z.object({ reason: text(200, '请填写原因') }),
    impact: openAppImpact,
    reply: nothing,
  },
  unlock: {
    method: 'PUT',
    path: `${path}/:id/unlock/v1`,
    summary: 'Unlock an application',
    access: permitted('edit'),
    ...wide,
    audit: { event: 'openApp.unlocked' },
    params: idParams,
    reply: nothing,
  },
  secrets: {
    method: 'GET',
    path: `${path}/:id/secrets/v1`,
    summary: 'List the secrets of an application by their last characters, newest first',
    access: permitted('list'),
    ...company,
    params: idParams,
    reply: z.array(openAppSecret),
  },
  addSecret: {
    method: 'POST',
    path: `${path}/:id/secrets/v1`,
    summary: 'Create a secret, shown once; the others may end after an overlap',
    access: permitted('secret'),
    ...company,
    audit: { event: 'openAppSecret.created' },
    params: idParams,
    body: secretCreate,
    secretReply: true,
    quiet: true,
    reply: z.object({ id: z.string(), secret: z.string(), hint: z.string() }),
  },
  revokeSecret: {
    method: 'DELETE',
    path: `${path}/:id/secrets/:sid/v1`,
    summary: 'End a secret at once; previews who still signs with it',
    access: permitted('secret'),
    ...company,
    audit: { event: 'openAppSecret.revoked' },
    params: secretParams,
    impact: secretImpact,
    reply: nothing,
  },
  oidc: {
    method: 'GET',
    path: `${path}/:id/oidc/v1`,
    summary: 'Read how an application signs people in by OpenID Connect',
    access: permitted('list'),
    ...company,
    params: idParams,
    reply: oidcSettings,
  },
  updateOidc: {
    method: 'PUT',
    path: `${path}/:id/oidc/v1`,
    summary: 'Set how an application signs people in by OpenID Connect',
    access: permitted('oidc'),
    ...company,
    audit: { event: 'openAppOidc.updated' },
    params: idParams,
    body: oidcWrite,
    reply: nothing,
  },
  apis: {
    method: 'GET',
    path: `${path}/:id/apis/v1`,
    summary: 'List the APIs that an application may call, with their limits and their calls of today',
    access: permitted('list'),
    ...wide,
    params: idParams,
    reply: z.array(openAppApi),
  },
  candidates: {
    method: 'GET',
    path: `${path}/:id/apis/unauth/v1`,
    summary: 'List served APIs that an application has not been granted',
    access: permitted('apis'),
    ...company,
    wire: 'list',
    namesUsers: 'none',
    params: idParams,
    query: listQuery({ sortable: [] }),
    reply: listSchema(openAppCandidate),
  },
  grant: {
    method: 'POST',
    path: `${path}/:id/apis/v1`,
    summary: 'Grant APIs to an application',
    access: permitted('apis'),
    ...company,
    audit: { event: 'openAppApi.granted' },
    params: idParams,
    body: grantCreate,
    reply: nothing,
  },
  updateGrant: {
    method: 'PUT',
    path: `${path}/:id/apis/:apiId/v1`,
    summary: 'Change the limits and the period of a granted API',
    access: permitted('apis'),
    ...company,
    audit: { event: 'openAppApi.updated' },
    params: apiParams,
    body: grantUpdate,
    reply: nothing,
  },
  ungrant: {
    method: 'DELETE',
    path: `${path}/:id/apis/:apiId/v1`,
    summary: 'Take an API from an application; previews whether it is still called',
    access: permitted('apis'),
    ...company,
    audit: { event: 'openAppApi.revoked' },
    params: apiParams,
    impact: grantImpact,
    reply: nothing,
  },
  calls: {
    method: 'GET',
    path: `${path}/:id/logs/v1`,
    summary: 'List logged calls of an application: every refusal and a sample of the others, newest first',
    access: permitted('logs'),
    ...wide,
    wire: 'list',
    namesUsers: 'none',
    params: idParams,
    query: callsQuery,
    reply: listSchema(callLogRow),
  },
  callsHistogram: {
    method: 'GET',
    path: `${path}/:id/log-histogram/v1`,
    summary: 'Count the logged calls of the list over time',
    access: permitted('logs'),
    ...wide,
    params: idParams,
    query: z.omit(callsQuery, { page: true, size: true, sort: true }),
    reply: histogramReply,
  },
  call: {
    method: 'GET',
    path: `${path}/:id/logs/:logId/v1`,
    summary: 'Read a logged call: the steps of the gate, and what should have been signed',
    access: permitted('logs'),
    ...wide,
    params: z.object({ id, logId: id }),
    reply: callLogDetail,
  },
  stat: {
    method: 'GET',
    path: `${path}/:id/stat/v1`,
    summary: 'Sum up the calls of an application, in all and by API',
    access: permitted('list'),
    ...wide,
    params: idParams,
    query: callStatQuery,
    reply: callStat,
  },
  usage: {
    method: 'GET',
    path: `${path}/:id/usage/v1`,
    summary: 'Read the calls of an application by day of the last year',
    access: permitted('list'),
    ...wide,
    params: idParams,
    reply: callDays,
  },
  companyStat: {
    method: 'GET',
    path: '/api/sys/app-stats/v1',
    summary: 'Sum up the calls of all applications of the company',
    access: permitted('list'),
    ...company,
    query: callStatQuery,
    reply: callStat,
  },
})
