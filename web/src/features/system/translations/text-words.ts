import {
  type TextKind,
  type TextRow,
  textKinds,
  translationsContract,
} from '@atrium/contract/features/system/translations/translations.contract.ts'
import { t } from '../../../ui/texts.ts'

export const kindNames: Readonly<Record<TextKind, string>> = {
  product: t('系统文案'),
  menus: t('菜单'),
  modules: t('模块'),
  elements: t('权限点'),
  dictionaries: t('字典'),
  parameters: t('基础参数'),
  plans: t('套餐'),
  roles: t('角色'),
  templates: t('消息模板'),
  excels: t('Excel 模板'),
  apis: t('接口'),
}

/** What companies have names of. */
const companyKinds: ReadonlySet<TextKind> = new Set(['dictionaries', 'roles', 'excels'])
export const kindOptions = (isPlatform: boolean) =>
  textKinds
    .filter((kind) => isPlatform || companyKinds.has(kind))
    .map((kind) => ({ value: kind, label: kindNames[kind] }))

export const stateOptions = [
  { value: 'missing', label: t('未翻译') },
  { value: 'changed', label: t('已改写') },
  { value: 'unused', label: t('已无此文本') },
]

/** What is shown of a text; empty if the language has none. */
export const shownText = ({ text, shipped }: TextRow): string => text ?? shipped

/** What a change of texts changes. */
export const affectedReads = [translationsContract.list, translationsContract.languages, translationsContract.name]
