import type { GrantedMenu } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../ui/texts.ts'
import { chosenOr, useDraftValue, useGrantDraft } from './grant-draft.ts'
import { grantedPages } from './granted-pages.ts'

/** A select treats an empty string as no choice. */
const defaultHome = 'dashboard'

type HomeFieldProps = { menus: readonly GrantedMenu[]; readOnlyReason: string | undefined }

/** Landing page of the role's assignees, one of the pages it grants. */
export const HomeField = ({ menus, readOnlyReason }: HomeFieldProps) => {
  const draft = useGrantDraft()
  const [ticked, elems] = [useDraftValue((now) => now.menus), useDraftValue((now) => now.elems)]
  const home = useDraftValue(chosenOr('home'))
  const pages = grantedPages(readOnlyReason === undefined ? { menus: ticked, elems } : undefined, menus)
  const isMissing = home !== null && pages.every(({ id }) => id !== home)
  return (
    <>
      <Select
        aria-label={t('登录后首页')}
        disabled={readOnlyReason !== undefined}
        options={[
          { value: defaultHome, label: t('工作台') },
          ...(isMissing ? [{ value: home, label: t('（已不再授予的菜单）') }] : []),
          ...pages.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={home ?? defaultHome}
        onChange={(next) => draft.getState().choose({ home: next === undefined || next === defaultHome ? null : next })}
      />
      {isMissing && (
        <p className="grant-problem" role="alert">
          {t('首页须是已授予的菜单，请重新选择。')}
        </p>
      )}
    </>
  )
}
