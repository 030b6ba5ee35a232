import { userRolesContract } from '@atrium/contract/features/people/users/user-roles.contract.ts'
import { useMemo, useRef, useState } from 'react'
import { CheckPermissionButton } from '../../../../kernel/access/check-permission-button.tsx'
import { useCan } from '../../../../kernel/access/use-can.ts'
import { useRead } from '../../../../kernel/api/use-read.ts'
import { ReadState } from '../../../../kernel/page/read-state.tsx'
import { userName } from '../../../../shared/texts/user-name.ts'
import { saveDrawing } from '../../../../ui/drawing/save-drawing.ts'
import { SaveMenu } from '../../../../ui/drawing/save-menu.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import { t } from '../../../../ui/texts.ts'
import { useIsPhone } from '../../../../ui/use-media.ts'
import { fittingColumns, layoutRights } from './layout-rights.ts'
import { RightsDrawing } from './rights-drawing.tsx'
import { buildRightsGraph, type Effective } from './rights-graph.ts'
import { RightsTable } from './rights-table.tsx'
import { useQuestion } from './use-question.tsx'
import { useWidth } from './use-width.ts'
import './rights.css'

type Person = { id: string; name: string; account: string; self: boolean }
type View = 'graph' | 'table'

const views = [
  { value: 'graph', label: t('图') },
  { value: 'table', label: t('表') },
] as const

/** Where a user's rights come from: roles, menus and rights as a drawing or a table, and what is missing for another. */
export const PermissionGraph = ({ person }: { person: Person }) => {
  const params = { id: person.id }
  const mayReadRoles = useCan(userRolesContract.roles)
  const read = useRead(userRolesContract.effective, { params })
  const { data: roles } = useRead(userRolesContract.roles, { params }, { enabled: mayReadRoles, toasts: false })
  const question = useQuestion(person)
  const isNarrow = useIsPhone()
  const [chosenView, setView] = useState<View>()
  const view = chosenView ?? (isNarrow ? 'table' : 'graph')
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const svg = useRef<SVGSVGElement>(null)
  const { data } = read
  const graph = useMemo(() => data && buildRightsGraph(data, roles?.assigned), [data, roles])
  const layout = useMemo(
    () => graph && layoutRights(graph, { person: person.name, columns: fittingColumns(width), asked: question.asked }),
    [graph, person.name, width, question.asked],
  )
  const isEmpty = ({ everything, modules }: Effective) => !everything && Object.keys(modules).length === 0
  return (
    <section className="rights" aria-label={t('权限来源')}>
      <div className="rights-tools">
        {question.field}
        <CheckPermissionButton person={{ value: person.id, label: userName(person) }}>
          {t('按记录检查')}
        </CheckPermissionButton>
        <span className="rights-tools-end">
          <Segments label={t('显示方式')} options={views} value={view} onChange={setView} />
          {view === 'graph' && layout && (
            <SaveMenu
              onSave={(as) =>
                svg.current && saveDrawing(as, t('权限来源-{name}', { name: person.name }), svg.current, layout)
              }
            />
          )}
        </span>
      </div>
      {question.verdict}
      <ReadState read={read}>
        {(effective) => (
          <>
            {effective.everything && <Note space="none">{t('拥有全部权限，包括以后新增的。')}</Note>}
            {isEmpty(effective) && !question.asked && (
              <Empty
                title={t('暂无权限')}
                hint={
                  roles?.assigned.length ? t('已有的角色没有菜单和权限点。') : t('授予角色后，即可使用相应的菜单。')
                }
              />
            )}
          </>
        )}
      </ReadState>
      <div ref={frame} className="rights-frame">
        {graph && layout && view === 'graph' && (
          <RightsDrawing
            ref={svg}
            person={person}
            graph={graph}
            layout={layout}
            sought={question.sought}
            key={question.sought}
          />
        )}
        {graph && view === 'table' && <RightsTable graph={graph} />}
      </div>
    </section>
  )
}
