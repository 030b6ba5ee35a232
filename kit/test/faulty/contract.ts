import {
  defineContract,
  defineErrors,
  defineModuleContract,
  listQuery,
  listSchema,
  permitted,
  signedInBecause,
  z,
} from '@atrium/kit/contract'

const visit = z.object({ id: z.string(), note: z.string() })
const query = listQuery({ sortable: ['note'] })
const changed = z.object({})
const byId = z.object({ id: z.uuid() })

/** Endpoints with one fault each, and one without. */
export const faultyContract = defineContract('faulty', {
  list: {
    method: 'GET',
    path: '/api/faulty/visits',
    summary: 'Visits of the company, without a fault',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query,
    reply: listSchema(visit),
  },
  notes: {
    method: 'GET',
    path: '/api/faulty/notes',
    summary: 'Notes of a table that is not kept to its company',
    access: permitted('list'),
    reach: 'company',
    wire: 'list',
    namesUsers: 'none',
    query,
    reply: listSchema(visit),
  },
  writeNote: {
    method: 'PUT',
    path: '/api/faulty/notes/:id',
    summary: 'Changes any note',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'faultyNote.updated' },
    params: byId,
    reply: changed,
  },
  open: {
    method: 'GET',
    path: '/api/faulty/open',
    summary: 'Visits for every session',
    access: signedInBecause('a reason that has not been thought about'),
    reach: 'company',
    reply: z.array(visit),
  },
  leak: {
    method: 'GET',
    path: '/api/faulty/leak',
    summary: 'Visits with the phone of the visitor',
    access: permitted('list'),
    reach: 'company',
    reply: z.array(visit),
  },
  people: {
    method: 'GET',
    path: '/api/faulty/people',
    summary: 'Visitors, whatever the row scope of the caller is',
    access: permitted('list'),
    reach: 'company',
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
  },
  all: {
    method: 'GET',
    path: '/api/faulty/all',
    summary: 'Every visit at once',
    access: permitted('list'),
    reach: 'company',
    reply: z.array(visit),
  },
  silent: {
    method: 'POST',
    path: '/api/faulty/silent',
    summary: 'Changes visits without an audit event, of any number of people',
    access: permitted('edit'),
    reach: 'company',
    audit: { none: 'nothing that has been thought about' },
    body: z.object({ userIds: z.array(z.uuid()) }),
    reply: changed,
  },
  brittle: {
    method: 'POST',
    path: '/api/faulty/brittle',
    summary: 'Fails on texts that it does not expect',
    access: permitted('edit'),
    reach: 'company',
    audit: { event: 'faultyVisit.counted' },
    body: z.object({ name: z.string() }),
    reply: changed,
  },
})

export const { block: faultyBlock, errors: faultyErrors } = defineErrors({ from: 100_900, to: 100_949 }, {})

export const words = {
  faulty: '错误示例',
  'faultyNote.updated': '修改记录',
  'faultyVisit.counted': '统计来访',
} as const

export const contract = defineModuleContract({
  name: 'faulty',
  title: '错误示例',
  errorBlock: faultyBlock,
  words,
  feature: { sort: 9000, forCompanies: true, contracts: { faulty: faultyContract }, errors: { faulty: faultyErrors } },
})
