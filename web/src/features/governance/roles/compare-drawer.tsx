import { scopeNames } from '@atrium/contract/features/governance/roles/role-words.ts'
import { type RolesComparison, rolesContract } from '@atrium/contract/features/governance/roles/roles.contract.ts'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Note } from '../../../ui/note.tsx'
import { PlainCheckbox } from '../../../ui/plain-checkbox.tsx'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { t } from '../../../ui/texts.ts'
import { findRoles } from './find-roles.ts'
import { peopleCount } from './role-words.ts'

const HeldMark = ({ held }: { held: boolean }) =>
  held ? (
    <Check size={16} role="img" aria-label={t('有')} className="compare-held" />
  ) : (
    <Minus size={16} role="img" aria-label={t('没有')} className="compare-not" />
  )

type Line = { key: string; name: string; hint?: string; a: ReactNode; b: ReactNode; isDifferent: boolean }
const comparisonLines = ({ a, b, elems, menus }: RolesComparison): { title: string; lines: Line[] }[] => {
  const held = (key: string, name: string, one: boolean, other: boolean, hint?: string): Line => ({
    key,
    name,
    ...(hint !== undefined && { hint }),
    a: <HeldMark held={one} />,
    b: <HeldMark held={other} />,
    isDifferent: one !== other,
  })
  const modules = Map.groupBy(elems, ({ module }) => module)
  return [
    {
      title: t('概况'),
      lines: [
        {
          key: 'users',
          name: t('成员'),
          a: t('{users} 人', { users: peopleCount(a.users) }),
          b: t('{users} 人', { users: peopleCount(b.users) }),
          isDifferent: a.users !== b.users,
        },
        {
          key: 'scope',
          name: t('数据范围'),
          a: t(scopeNames[a.dataScope]),
          b: t(scopeNames[b.dataScope]),
          isDifferent: a.dataScope !== b.dataScope,
        },
      ],
    },
    { title: t('菜单', { context: 'plural' }), lines: menus.map((menu) => held(menu.id, menu.name, menu.a, menu.b)) },
    ...[...modules].map(([title, own]) => ({
      title,
      lines: own.map((elem) => held(elem.code, elem.name, elem.a, elem.b, elem.code)),
    })),
  ]
}

const Comparison = ({ found, onlyDifferences }: { found: RolesComparison; onlyDifferences: boolean }) => {
  const groups = comparisonLines(found)
    .map(({ title, lines }) => ({
      title,
      lines: onlyDifferences ? lines.filter(({ isDifferent }) => isDifferent) : lines,
    }))
    .filter(({ lines }) => lines.length > 0)
  if (groups.length === 0) return <Note space="around">{t('两个角色完全相同。')}</Note>
  return (
    <table className="compare">
      <caption className="visually-hidden">{t('两个角色的比较')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('权限')}</th>
          <th scope="col">{found.a.name}</th>
          <th scope="col">{found.b.name}</th>
        </tr>
      </thead>
      {groups.map(({ title, lines }) => (
        <tbody key={title}>
          <tr>
            <th colSpan={3} scope="rowgroup" className="compare-group">
              {title}
            </th>
          </tr>
          {lines.map(({ key, name, hint, a, b, isDifferent }) => (
            <tr key={key} data-differs={(isDifferent && !onlyDifferences) || undefined}>
              <th scope="row" title={hint}>
                {name}
              </th>
              <td>{a}</td>
              <td>{b}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

const Compared = ({ a, b, onlyDifferences }: { a: string; b: string; onlyDifferences: boolean }) => {
  const read = useRead(rolesContract.compare, { query: { a, b } })
  return <ReadState read={read}>{(found) => <Comparison found={found} onlyDifferences={onlyDifferences} />}</ReadState>
}

/** Two roles side by side. `first` is the role selected in the list. */
export const CompareDrawer = ({ first, onClosed }: { first: string | undefined; onClosed: () => void }) => {
  const [open, setOpen] = useState(true)
  const [a, setA] = useState(first)
  const [b, setB] = useState<string>()
  const [onlyDifferences, setOnlyDifferences] = useState(true)
  return (
    <Drawer title={t('比较角色')} width={720} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <div className="compare-choice">
        <SearchSelect
          aria-label={t('第一个角色')}
          placeholder={t('选择角色')}
          find={findRoles()}
          value={a}
          onChange={setA}
        />
        <SearchSelect
          aria-label={t('第二个角色')}
          placeholder={t('选择另一个角色')}
          find={findRoles()}
          value={b}
          onChange={setB}
        />
      </div>
      <PlainCheckbox checked={onlyDifferences} onChange={setOnlyDifferences}>
        {t('仅看差异')}
      </PlainCheckbox>
      {a && b && a !== b ? (
        <Compared a={a} b={b} onlyDifferences={onlyDifferences} />
      ) : (
        <Note space="around">{a && a === b ? t('请选择两个不同的角色。') : t('选择两个角色，比较授权差异。')}</Note>
      )}
    </Drawer>
  )
}
