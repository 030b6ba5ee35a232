import {
  type DictionaryGroupRow,
  dictionariesContract,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { Button } from '../../../ui/button.tsx'
import { MasterEntry } from '../../../ui/master-detail.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { GroupForm } from './group-form.tsx'
import { Removal } from './removal.tsx'

const { createGroup, updateGroup, removeGroup } = dictionariesContract

type GroupPanelProps = {
  groups: readonly DictionaryGroupRow[]
  /** Code of the group whose items are shown; undefined for all. */
  chosen: string | undefined
  onChoose: (code: string | undefined) => void
  /** Groups belong to the platform. */
  isPlatform: boolean
}

const searchGroups = (groups: readonly DictionaryGroupRow[], words: string) => {
  const typed = words.trim().toLowerCase()
  return groups.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(typed))
}

const GroupEntry = ({
  group,
  isChosen,
  onChoose,
}: {
  group: DictionaryGroupRow
  isChosen: boolean
  onChoose: () => void
}) => (
  <MasterEntry
    isChosen={isChosen}
    onChoose={onChoose}
    code={group.code}
    count={group.items}
    tags={
      <>
        {group.layered > 0 && <Tag tone="accent">{t('本公司 {layered}', { layered: group.layered })}</Tag>}
        {group.builtin && <Tag>{t('内置')}</Tag>}
      </>
    }
  >
    {group.name}
  </MasterEntry>
)

/** Groups with their number of items, and actions for the chosen one. */
export const GroupPanel = ({ groups, chosen, onChoose, isPlatform }: GroupPanelProps) => {
  const [search, setSearch] = useState('')
  const [overlay, open] = useOverlay()
  const form = (row: DictionaryGroupRow | undefined) =>
    open((onClosed) => <GroupForm row={row} onSaved={() => undefined} onClosed={onClosed} />)
  const askToRemove = ({ id, name }: DictionaryGroupRow) =>
    open((onClosed) => (
      <Removal
        endpoint={removeGroup}
        id={id}
        name={t('分组“{name}”', { name })}
        onRemoved={() => onChoose(undefined)}
        onClosed={onClosed}
      />
    ))
  return (
    <section className="master" aria-label={t('分组')}>
      <div className="master-head">
        <SearchInput
          aria-label={t('搜索分组')}
          placeholder={t('搜索分组')}
          maxLength={64}
          value={search}
          onChange={setSearch}
        />
        {isPlatform && (
          <Can endpoint={createGroup}>
            <Button icon={<Plus aria-hidden size={16} />} aria-label={t('新增分组')} onClick={() => form(undefined)}>
              {t('新增')}
            </Button>
          </Can>
        )}
      </div>
      <ul className="master-list">
        <li>
          <MasterEntry
            isChosen={chosen === undefined}
            onChoose={() => onChoose(undefined)}
            count={groups.reduce((sum, { items }) => sum + items, 0)}
          >
            {t('全部分组')}
          </MasterEntry>
        </li>
        {searchGroups(groups, search).map((group) => (
          <li key={group.id}>
            <GroupEntry group={group} isChosen={group.code === chosen} onChoose={() => onChoose(group.code)} />
            {isPlatform && group.code === chosen && (
              <div className="master-actions">
                <Can endpoint={updateGroup}>
                  <Button
                    look="link"
                    icon={<Pencil aria-hidden size={14} />}
                    aria-label={t('编辑分组{name}', { name: group.name })}
                    onClick={() => form(group)}
                  >
                    {t('编辑')}
                  </Button>
                </Can>
                {!group.builtin && (
                  <Can endpoint={removeGroup}>
                    <Button
                      look="link"
                      danger
                      icon={<Trash2 aria-hidden size={14} />}
                      aria-label={t('删除分组{name}', { name: group.name })}
                      onClick={() => askToRemove(group)}
                    >
                      {t('删除')}
                    </Button>
                  </Can>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {overlay}
    </section>
  )
}
