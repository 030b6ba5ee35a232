import * as z from 'zod/mini'
import { autocomplete } from '../../../kernel/autocomplete.ts'
import { crudEndpoints } from '../../../kernel/crud.ts'
import { defineContract, permitted } from '../../../kernel/endpoint.ts'
import { optionalMultilineText, text } from '../../../kernel/fields.ts'
import { id, idParams, listQuery, nothing, rowBase, version } from '../../../kernel/listing.ts'
import { isBuiltin, productText } from '../../../kernel/product-text.ts'
import { t } from '../../../kernel/texts.ts'
import { quotaKinds, quotasShown, quotasWritten } from './quotas.ts'

const maxGranted = 5000
/** The plan that an installation begins with, as the migration names it: here its texts are found to be translated. */
export const standardPlan = { name: '标准版', desc: '内置套餐，权限范围随产品更新' }
/** Maximum number of names in an impact; counts are exact. */
export const namedInPlanImpact = 200
/** Modules of the platform only: no plan grants them to a company. */
export const platformModules: readonly string[] = [
  'sysCompanys',
  'sysPlans',
  'sysModules',
  'sysElems',
  'sysApis',
  'sysMenus',
  'sysMessageTemplates',
  'openApis',
  'sysInstallation',
]

export const planWrite = z.object({
  name: text(30, '请输入套餐名称'),
  code: z
    .string('请输入套餐编码')
    .check(
      z.trim(),
      z.minLength(1, '请输入套餐编码'),
      z.regex(/^[a-z][a-z0-9-]{1,30}$/, '编码以小写字母开头，只含小写字母、数字和短横线，2-31 位'),
    ),
  desc: optionalMultilineText(200),
  /** 1 enabled, 0 disabled: cannot be chosen for a tenant. */
  status: z._default(z.literal([0, 1]), 1),
  ...quotasWritten,
})
/** `template`: the plan whose ceiling is copied; null: an empty ceiling. */
export const planCreate = z.extend(planWrite, { template: z._default(z.nullable(id), null) })
export const planUpdate = z.extend(planWrite, { version })
export type PlanWrite = z.output<typeof planWrite>
export type PlanCreate = z.output<typeof planCreate>
export type PlanUpdate = z.output<typeof planUpdate>

export const planRow = z.object({
  ...rowBase,
  name: productText(isBuiltin),
  code: z.string(),
  desc: productText(isBuiltin),
  status: z.literal([0, 1]),
  ...quotasShown,
  builtin: z.boolean(),
  /** Number of tenants on the plan. */
  companies: z.int(),
  /** Sizes of its ceiling. */
  elems: z.int(),
  menus: z.int(),
})
export type PlanRow = z.output<typeof planRow>

export type PlanMenu = {
  id: string
  name: string
  icon: string
  checked: boolean
  needs: string[]
  children: PlanMenu[]
}
const planMenu: z.ZodMiniType<PlanMenu> = z.object({
  id: z.string(),
  name: productText(),
  icon: z.string(),
  checked: z.boolean(),
  /** Ids of elements of which at least one is needed to see the menu or its content. */
  needs: z.array(z.string()),
  get children() {
    return z.array(planMenu)
  },
})
const planModule = z.object({
  moduleId: z.string(),
  code: z.string(),
  name: productText(),
  elems: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      name: productText(),
      risk: z.enum(['low', 'mid', 'high']),
      checked: z.boolean(),
    }),
  ),
})
/** All menus and elements, with those checked that companies on the plan can hold at most. */
export const planCeiling = z.object({ menus: z.array(planMenu), modules: z.array(planModule), version: z.int() })
export type PlanCeiling = z.output<typeof planCeiling>

const ids = z.array(id).check(z.maxLength(maxGranted, { error: () => t('最多 {maxGranted} 个', { maxGranted }) }))
export const planCeilingWrite = z.object({ menus: ids, elems: ids, version })
export type PlanCeilingWrite = z.output<typeof planCeilingWrite>

/** A quota that changes with the plan: limits (null: unlimited) and usage; storage in megabytes. */
const quotaChange = z.object({
  kind: z.enum(quotaKinds),
  before: z.nullable(z.int()),
  after: z.nullable(z.int()),
  used: z.number(),
})
/** Impact of another ceiling or plan on its companies: counts are exact, names are the first 200. */
export const planImpact = z.object({
  /** Empty unless the plan changes. */
  quotas: z.array(quotaChange),
  /** Companies below the ceiling. */
  companies: z.int(),
  /** Rights revoked from roles, with the number of users who lose each; menus by name. */
  lost: z.array(z.object({ code: z.string(), name: productText(), users: z.int() })),
  lostMenus: z.array(productText()),
  losingCompanies: z.int(),
  losingRoles: z.int(),
  losingUsers: z.int(),
  lose: z.array(z.object({ userId: z.string(), name: z.string(), account: z.string(), companyName: z.string() })),
  /** Rights granted to administrators. */
  gained: z.array(z.object({ code: z.string(), name: productText() })),
  gainedMenus: z.array(productText()),
})
export type PlanImpact = z.output<typeof planImpact>

const crud = crudEndpoints({
  noun: 'plan',
  path: '/api/sys/plans',
  query: listQuery({ sortable: ['name', 'createTime'], filters: { status: z.enum(['0', '1']) } }),
  row: planRow,
  create: planCreate,
  update: planUpdate,
})
const platform = { reach: 'platform' } as const

export const plansContract = defineContract('sysPlans', {
  list: { ...crud.list, ...platform, summary: 'List plans' },
  options: {
    ...autocomplete({
      noun: 'plan',
      path: '/api/sys/plans',
      extra: z.object({ status: z.int(), elems: z.int() }),
      label: productText(),
    }),
    ...platform,
  },
  get: { ...crud.get, ...platform, summary: 'Read a plan' },
  create: { ...crud.create, ...platform, summary: 'Add a plan with an empty ceiling or a copy of another plan’s' },
  update: { ...crud.update, ...platform, summary: 'Change a plan, except its ceiling' },
  remove: { ...crud.remove, ...platform, summary: 'Delete a plan that no company uses' },
  ceiling: {
    method: 'GET',
    path: '/api/sys/plans/:id/ceiling/v1',
    summary: 'List all menus and elements, marking those that companies on the plan can hold',
    access: permitted('list'),
    ...platform,
    params: idParams,
    reply: planCeiling,
  },
  updateCeiling: {
    method: 'PUT',
    path: '/api/sys/plans/:id/ceiling/v1',
    summary: 'Replace the ceiling of a plan and revoke rights outside it from all roles below; previews who loses what',
    access: permitted('edit'),
    ...platform,
    audit: { event: 'plan.ceilingChanged' },
    params: idParams,
    body: planCeilingWrite,
    namesUsers: 'inRowScope',
    impact: planImpact,
    reply: nothing,
  },
})
