import type { PaletteHit } from '@atrium/contract/features/governance/palette/palette.contract.ts'
import { rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { switchingContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { t } from '../../../ui/texts.ts'
import { addItems, forms } from './add-items.ts'
import { type Command, isTraceId, type Phrase, phrases, shownWord, type Verb } from './grammar.ts'
import type { PaletteContext } from './palette-context.ts'
import type { PaletteItem } from './palette-item.ts'
import { findByPinyin } from './pinyin.ts'
import { addressOfRecord, toNote } from './record-items.ts'

type Found = { hits: readonly PaletteHit[]; roles: readonly PaletteHit[] }

const locksOf = { user: userStatusContract, company: companiesContract } as const
const isLockable = (hit: PaletteHit): hit is PaletteHit & { kind: keyof typeof locksOf } =>
  Object.hasOwn(locksOf, hit.kind)

const editsOf = { user: usersContract.update, company: companiesContract.update, role: rolesContract.update } as const
const isEditable = (hit: PaletteHit): hit is PaletteHit & { kind: keyof typeof editsOf } =>
  Object.hasOwn(editsOf, hit.kind)

const isPermitted = (verb: Verb, context: PaletteContext): boolean => {
  const { can } = context
  if (verb === 'lock' || verb === 'unlock') return can(userStatusContract[verb]) || can(companiesContract[verb])
  if (verb === 'reset') return can(usersContract.reset)
  if (verb === 'grant' || verb === 'extend') return can(userRolesContract.assignRoles)
  if (verb === 'edit') return Object.values(editsOf).some(can)
  if (verb === 'switch') return can(switchingContract.switch)
  return verb === 'why' || forms(context).length > 0
}

/** An action on a record that its list opens; absent if its page is not granted. */
const inList = (
  hit: PaletteHit,
  context: PaletteContext,
  endpoint: Endpoint,
  shown: Pick<PaletteItem, 'icon' | 'title' | 'end' | 'effect' | 'match'>,
  more?: Readonly<Record<string, string>>,
): PaletteItem[] => {
  const to = addressOfRecord(hit, context.pages, endpoint.name, more)
  if (to === undefined || !context.can(endpoint)) return []
  return [{ id: `action ${endpoint.name} ${hit.id}`, note: toNote(hit), leads: { to }, ...shown }]
}

const lockEffects = {
  user: t('会立即退出登录，锁定期间不能登录。须填写原因，确认前列出影响。'),
  company: t('该公司的用户会立即退出登录，锁定期间不能登录。须填写原因，确认前列出影响。'),
} as const

/** 锁定, or 解锁 for what is locked already. */
const lockItems = (
  wanted: 'lock' | 'unlock',
  hit: PaletteHit,
  match: string,
  context: PaletteContext,
): PaletteItem[] => {
  if (!isLockable(hit) || hit.id === context.selfId) return []
  const { lock, unlock } = locksOf[hit.kind]
  if (hit.status === 2)
    return inList(hit, context, unlock, {
      icon: 'unlock',
      title: t('解锁 {name}', { name: hit.name }),
      match,
      end: t('当前已锁定'),
      effect: t('解锁后可以立即登录。确认后才会解锁。'),
    })
  if (wanted === 'unlock' || hit.status !== 1) return []
  const effect = lockEffects[hit.kind]
  return inList(hit, context, lock, {
    icon: 'lock',
    title: t('锁定 {name}', { name: hit.name }),
    match,
    end: t('预览影响'),
    effect,
  })
}

const resetItems = (hit: PaletteHit, match: string, context: PaletteContext): PaletteItem[] =>
  hit.kind === 'user' && hit.id !== context.selfId
    ? inList(hit, context, usersContract.reset, {
        icon: 'reset',
        title: t('重置密码 {name}', { name: hit.name }),
        match,
        end: t('打开表单'),
        effect: t('生成或设置新密码，可以结束已有登录。提交后才会重置。'),
      })
    : []

const extendItems = (hit: PaletteHit, match: string, context: PaletteContext): PaletteItem[] =>
  hit.kind === 'user' && hit.id !== context.selfId
    ? inList(hit, context, userRolesContract.assignRoles, {
        icon: 'extend',
        title: t('续期 {name}', { name: hit.name }),
        match,
        end: t('打开角色表单'),
        effect: t('调整角色的到期时间。保存前列出增减的权限。'),
      })
    : []

const editItems = (hit: PaletteHit, match: string, context: PaletteContext): PaletteItem[] =>
  isEditable(hit)
    ? inList(hit, context, editsOf[hit.kind], {
        icon: 'edit',
        title: t('编辑 {name}', { name: hit.name }),
        match,
        end: t('打开表单'),
      })
    : []

const grantItems = (
  { about, days }: Extract<Command, { verb: 'grant' }>,
  { hits, roles }: Found,
  context: PaletteContext,
): PaletteItem[] => {
  const role = roles.find(({ kind }) => kind === 'role')
  if (!role || about === '') return []
  return hits
    .filter(({ kind, id }) => kind === 'user' && id !== context.selfId)
    .flatMap((hit) =>
      inList(
        hit,
        context,
        userRolesContract.assignRoles,
        {
          icon: 'grant',
          title:
            days === null
              ? t('授予 {role} 给 {person}', { role: role.name, person: hit.name })
              : t('授予 {role} 给 {person} {days}天', { role: role.name, person: hit.name, days }),
          match: about,
          end: t('打开角色表单'),
          effect:
            days === null
              ? t('在角色里加上“{name}”。保存前列出增减的权限。', { name: role.name })
              : t('在角色里加上“{name}”，{days} 天后到期。保存前列出增减的权限。', { name: role.name, days }),
        },
        { role: role.id, ...(days !== null && { days: String(days) }) },
      ),
    )
}

const switchItems = (hit: PaletteHit, match: string, { can, enter }: PaletteContext): PaletteItem[] =>
  hit.kind === 'company' && can(switchingContract.switch)
    ? [
        {
          id: `action switch ${hit.id}`,
          icon: 'switch',
          title: t('切换 {name}', { name: hit.name }),
          note: toNote(hit),
          match,
          end: t('填写原因'),
          effect: t('填写原因、选择方式和时长后，当前标签页切换到该公司。'),
          leads: { run: () => enter({ companyId: hit.id, name: hit.name }) },
        },
      ]
    : []

const whyItems = (traceId: string, { explain }: PaletteContext): PaletteItem[] =>
  isTraceId(traceId)
    ? [
        {
          id: `action why ${traceId}`,
          icon: 'why',
          title: t('为什么 {traceId}', { traceId }),
          note: '',
          end: t('查看判定'),
          effect: t('显示该次请求被拒绝的原因，以及如何获得权限。'),
          leads: { run: () => explain(traceId.toLowerCase()) },
        },
      ]
    : []

/** What an action in words can mean, by what was found and what the user may do. */
export const actionItems = (command: Command, found: Found, context: PaletteContext): PaletteItem[] => {
  const { about } = command
  if (command.verb === 'add') return addItems(about, context)
  if (about === '') return []
  switch (command.verb) {
    case 'lock':
    case 'unlock': {
      const { verb } = command
      return found.hits.flatMap((hit) => lockItems(verb, hit, about, context))
    }
    case 'reset':
      return found.hits.flatMap((hit) => resetItems(hit, about, context))
    case 'extend':
      return found.hits.flatMap((hit) => extendItems(hit, about, context))
    case 'edit':
      return found.hits.flatMap((hit) => editItems(hit, about, context))
    case 'switch':
      return found.hits.flatMap((hit) => switchItems(hit, about, context))
    case 'grant':
      return grantItems(command, found, context)
    default:
      return whyItems(about, context)
  }
}

const phraseItem = ({ verb, words, example, meaning }: Phrase, title: string): PaletteItem => ({
  id: `phrase ${verb}`,
  icon: verb,
  title,
  note: title === example ? '' : t('例如：{example}', { example }),
  end: meaning,
  leads: { type: `${shownWord({ words })} ` },
})
/** Examples of actions that the user may take. */
export const exampleItems = (context: PaletteContext): PaletteItem[] =>
  phrases.filter(({ verb }) => isPermitted(verb, context)).map((phrase) => phraseItem(phrase, phrase.example))

/** Actions whose word the user has begun to type, also in pinyin, or typed without saying who it is about. */
export const begunItems = (text: string, context: PaletteContext): PaletteItem[] =>
  phrases
    .filter(
      ({ words: [word, ...others] }) =>
        [word, ...others].some((each) => each.startsWith(text.toLowerCase())) || findByPinyin(word, text) === 0,
    )
    .filter(({ verb }) => isPermitted(verb, context))
    .map((phrase) => phraseItem(phrase, shownWord(phrase)))
