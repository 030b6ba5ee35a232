import type { GrantedMenu } from '@atrium/contract/features/roles/roles.contract.ts'
import { Select } from '../../ui/select.tsx'
import { chosenOr, useDraftValue, useGrantDraft } from './grant-draft.ts'
import { grantedPages } from './menu-grants.ts'

/** An empty word would be no choice to a select. */
const usual = 'dashboard'

type HomeFieldProps = { menus: readonly GrantedMenu[]; fixed: string | undefined }

/** Where the wearers of a role land after signing in: one of the pages it grants. */
export const HomeField = ({ menus, fixed }: HomeFieldProps) => {
  const draft = useGrantDraft()
  const ticks = useDraftValue((now) => now.menus)
  const home = useDraftValue(chosenOr('home'))
  const pages = grantedPages(fixed === undefined ? ticks : undefined, menus)
  const isGone = home !== null && pages.every(({ id }) => id !== home)
  return (
    <>
      <Select
        aria-label="首页"
        disabled={fixed !== undefined}
        options={[
          { value: usual, label: '工作台' },
          ...(isGone ? [{ value: home, label: '（不再授予的菜单）' }] : []),
          ...pages.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={home ?? usual}
        onChange={(next) => draft.getState().choose({ home: next === undefined || next === usual ? null : next })}
      />
      {isGone && (
        <p className="grant-problem" role="alert">
          首页须是已授予的菜单，请另选一个。
        </p>
      )}
    </>
  )
}
