import { menusContract } from '@atrium/contract/features/access/menus/menus.contract.ts'
import { apisContract } from '@atrium/contract/features/access/registry/apis.contract.ts'
import { reviewsContract } from '@atrium/contract/features/governance/reviews/reviews.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { invitationsContract } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { plansContract } from '@atrium/contract/features/tenancy/plans/plans.contract.ts'
import { askedCreation, askedParams } from '../../../kernel/listing/use-action-from-url.ts'
import { t } from '../../../ui/texts.ts'
import type { PaletteContext } from './palette-context.ts'
import type { PaletteItem } from './palette-item.ts'
import { findByPinyin } from './pinyin.ts'
import { findPath } from './record-items.ts'

const addable = [
  { noun: t('用户'), component: 'sys/users', endpoint: usersContract.create },
  { noun: t('角色'), component: 'sys/roles', endpoint: rolesContract.create },
  { noun: t('公司'), component: 'sys/companies', endpoint: companiesContract.create },
  { noun: t('岗位'), component: 'sys/posts', endpoint: postsContract.create },
  { noun: t('套餐'), component: 'sys/plans', endpoint: plansContract.create },
  { noun: t('邀请码'), component: 'sys/invitations', endpoint: invitationsContract.create },
  { noun: t('权限复核'), component: 'sys/reviews', endpoint: reviewsContract.create },
  { noun: t('菜单'), component: 'sys/menus', endpoint: menusContract.create },
  { noun: t('接口'), component: 'sys/apis', endpoint: apisContract.create },
  { noun: t('基础参数'), component: 'sys/bases', endpoint: baseParametersContract.create },
] as const
/** The forms for new rows that the user may fill in. */
export const forms = ({ pages, can, moreForms }: PaletteContext) =>
  [...addable, ...moreForms].flatMap(({ noun, component, endpoint }) => {
    const path = findPath(pages, component)
    return path !== undefined && can(endpoint) ? { noun, to: `${path}?${askedParams.action}=${askedCreation}` } : []
  })

/** Forms by the noun of what they add, also in pinyin. */
export const addItems = (about: string, context: PaletteContext): PaletteItem[] =>
  forms(context)
    .filter(({ noun }) => noun.includes(about) || findByPinyin(noun, about) !== undefined)
    .map(({ noun, to }) => ({
      id: `action add ${noun}`,
      icon: 'add',
      title: t('新增 {noun}', { noun }),
      note: '',
      end: t('打开表单'),
      leads: { to },
    }))
