import { type ModuleRow, modulesContract } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { History, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { RowTimelineDrawer, useCanSeeTimelines } from '../../../kernel/timeline/timeline-action.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { MasterEntry } from '../../../ui/master-detail.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { affectedReads } from './affected-reads.ts'
import { ModuleForm } from './module-form.tsx'
import { isRemovable, stateNames } from './registry-words.ts'

const { create, update, remove } = modulesContract

type ModulePanelProps = {
  modules: readonly ModuleRow[]
  /** Code of the module whose elements are shown; undefined for all. */
  chosen: string | undefined
  onChoose: (code: string | undefined) => void
}

const searchModules = (modules: readonly ModuleRow[], words: string) => {
  const typed = words.trim().toLowerCase()
  return modules.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(typed))
}

/** Those without elements last: there is nothing to see in them. */
const fullFirst = (modules: readonly ModuleRow[]) =>
  modules.toSorted((one, other) => Number(one.elems === 0) - Number(other.elems === 0))

/** Modules with their number of elements, and actions for the chosen one. */
export const ModulePanel = ({ modules, chosen, onChoose }: ModulePanelProps) => {
  const [search, setSearch] = useState('')
  const [drawer, open] = useOverlay()
  const [ask, question] = useConfirm()
  const canSeeTimeline = useCanSeeTimelines()
  const form = (row: ModuleRow | undefined) =>
    open((onClosed) => <ModuleForm row={row} onSaved={() => undefined} onClosed={onClosed} />)
  const askToRemove = ({ id, name, code }: ModuleRow) =>
    ask({
      title: t('删除模块“{name}（{code}）”？', { name, code }),
      body: t('仅可删除没有权限点和接口的模块。'),
      confirm: t('删除'),
      danger: true,
      run: async () => {
        try {
          await call(remove, { params: { id } })
          onChoose(undefined)
        } finally {
          await Promise.all(affectedReads.map(invalidate))
        }
      },
    })
  const all = modules.reduce((sum, { elems }) => sum + elems, 0)
  return (
    <section className="master" aria-label={t('模块', { context: 'plural' })}>
      <div className="master-head">
        <SearchInput
          aria-label={t('搜索模块')}
          placeholder={t('搜索模块', { context: 'placeholder' })}
          maxLength={64}
          value={search}
          onChange={setSearch}
        />
        <Can endpoint={create}>
          <Button icon={<Plus aria-hidden size={16} />} aria-label={t('新增模块')} onClick={() => form(undefined)}>
            {t('新增')}
          </Button>
        </Can>
      </div>
      <ul className="master-list">
        <li>
          <MasterEntry isChosen={chosen === undefined} onChoose={() => onChoose(undefined)} count={all}>
            {t('全部模块')}
          </MasterEntry>
        </li>
        {fullFirst(searchModules(modules, search)).map((module) => (
          <li key={module.id}>
            <MasterEntry
              isChosen={module.code === chosen}
              onChoose={() => onChoose(module.code)}
              code={module.code}
              count={module.elems}
              tags={module.state !== 'active' && <Tag tone="warn">{stateNames[module.state]}</Tag>}
            >
              {module.name}
            </MasterEntry>
            {module.code === chosen && (
              <div className="master-actions">
                <Can endpoint={update}>
                  <Button
                    look="link"
                    icon={<Pencil aria-hidden size={14} />}
                    aria-label={t('编辑模块{name}', { name: module.name })}
                    onClick={() => form(module)}
                  >
                    {t('编辑')}
                  </Button>
                </Can>
                {isRemovable(module) && (
                  <Can endpoint={remove}>
                    <Button
                      look="link"
                      danger
                      icon={<Trash2 aria-hidden size={14} />}
                      aria-label={t('删除模块{name}', { name: module.name })}
                      onClick={() => askToRemove(module)}
                    >
                      {t('删除')}
                    </Button>
                  </Can>
                )}
                {canSeeTimeline && (
                  <Button
                    look="link"
                    icon={<History aria-hidden size={14} />}
                    aria-label={t('模块{name}的变更记录', { name: module.name })}
                    onClick={() =>
                      open((onClosed) => (
                        <RowTimelineDrawer entity="module" id={module.id} name={module.name} onClosed={onClosed} />
                      ))
                    }
                  >
                    {t('变更记录')}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {drawer}
      {question}
    </section>
  )
}
