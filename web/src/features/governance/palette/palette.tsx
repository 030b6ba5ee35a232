import { findPersonContract } from '@atrium/contract/features/people/find-person/find-person.contract.ts'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Group } from '../../../ui/group.tsx'
import { rich } from '../../../ui/rich.ts'
import { t } from '../../../ui/texts.ts'
import { parseCommand } from './grammar.ts'
import type { PaletteContext } from './palette-context.ts'
import { foundGroups, startGroups } from './palette-groups.ts'
import { type PaletteGroup, type PaletteItem, toRecent } from './palette-item.ts'
import { PaletteRow } from './palette-row.tsx'
import { addRecent, readRecents } from './recents.ts'
import { useHits } from './use-hits.ts'
import './palette.css'

const label = t('搜索或输入操作')
const hint = t('搜索页面、人员、公司、角色，或输入操作')
const maxLength = 100

type NothingProps = { typed: string; context: PaletteContext; onGo: (to: string) => void }
/** The search covers the company at hand: people of customers are found elsewhere. */
const Nothing = ({ typed, context: { can, pages }, onGo }: NothingProps) => {
  const elsewhere = can(findPersonContract.across)
    ? pages.find(({ component }) => component === 'sys/find-person')
    : undefined
  return (
    <p className="palette-empty">
      {t('未找到“{typed}”', { typed: typed.trim() })}
      {elsewhere &&
        rich('。其他公司的人员可用 {title}', {
          title: (
            <button type="button" onClick={() => onGo(elsewhere.to)}>
              {elsewhere.title}
            </button>
          ),
        })}
    </p>
  )
}

/** What the words can mean, and whether the search is still running. */
const useGroups = (typed: string, owner: string, context: PaletteContext) => {
  const [recents] = useState(() => readRecents(owner))
  const text = typed.trim()
  const command = parseCommand(text)
  const isSearched = command?.verb !== 'why' && command?.verb !== 'add'
  const { hits, searching } = useHits(isSearched ? (command?.about ?? text) : '')
  const roles = useHits(command?.verb === 'grant' ? command.role : '')
  if (text === '') return { groups: startGroups(recents, context), searching: false }
  return {
    groups: foundGroups({ text, command, hits, roles: roles.hits }, context),
    searching: searching || roles.searching,
  }
}

const keyHints = [
  { keys: ['↑', '↓'], meaning: t('选择') },
  { keys: ['Enter'], meaning: t('打开') },
  { keys: ['Ctrl', 'Enter'], meaning: t('新标签页打开') },
  { keys: ['Esc'], meaning: t('关闭') },
] as const

const Foot = ({ onHelp }: { onHelp: () => void }) => (
  <div className="palette-foot">
    {keyHints.map(({ keys, meaning }) => (
      <span key={meaning}>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
        {meaning}
      </span>
    ))}
    <button type="button" className="palette-help" onClick={onHelp}>
      {rich('{kbd}全部快捷键', { kbd: <kbd>?</kbd> })}
    </button>
  </div>
)

type ResultsProps = {
  id: string
  groups: readonly PaletteGroup[]
  selected: PaletteItem | undefined
  optionId: (item: PaletteItem) => string
  onPoint: (item: PaletteItem) => void
  onOpen: (item: PaletteItem, newTab: boolean) => void
}
const Results = ({ id, groups, selected, optionId, onPoint, onOpen }: ResultsProps) => (
  <div id={id} className="palette-list" role="listbox" aria-label={t('结果')}>
    {groups.map(({ title, items }) => (
      <Group key={title} className="palette-group" label={title}>
        <div className="palette-title" aria-hidden="true">
          {title}
        </div>
        {items.map((item) => (
          <PaletteRow
            key={item.id}
            id={optionId(item)}
            item={item}
            selected={item === selected}
            onPoint={() => onPoint(item)}
            onOpen={(newTab) => onOpen(item, newTab)}
          />
        ))}
      </Group>
    ))}
  </div>
)

const comboboxProps = {
  'aria-label': label,
  'aria-autocomplete': 'list',
  placeholder: hint,
  autoComplete: 'off',
  spellCheck: false,
  enterKeyHint: 'go',
  maxLength,
} as const

/** Opens a dialog while it is mounted. Closing before it is removed returns the focus to where it was. */
const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return dialog
}

/** Scrolls the selected line into view. */
const useInView = (id: string | undefined) =>
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])

type PaletteProps = {
  /** Recent items are kept per owner: the company and the user. */
  owner: string
  context: PaletteContext
  onGo: (to: string, how: { newTab: boolean; external: boolean }) => void
  onHelp: () => void
  onClose: () => void
}

/** Search of pages and records, and actions in words. Actions open the screen's own form; nothing is done unseen. */
export const Palette = ({ owner, context, onGo, onHelp, onClose }: PaletteProps) => {
  const dialog = useModal()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState<string>()
  const { groups, searching } = useGroups(typed, owner, context)
  const items = groups.flatMap((group) => group.items)
  const selected = items.find((item) => item.id === pointed) ?? items[0]
  const optionId = (item: PaletteItem) => `${id}-${items.indexOf(item)}`
  const selectedId = selected && optionId(selected)

  useInView(selectedId)

  const type = (words: string) => {
    setTyped(words)
    setPointed(undefined)
    input.current?.focus()
  }
  const open = (item: PaletteItem, newTab: boolean) => {
    const { leads } = item
    if ('type' in leads) return type(leads.type)
    const recent = toRecent(item)
    if (recent) addRecent(owner, recent)
    onClose()
    if ('to' in leads) onGo(leads.to, { newTab, external: leads.external === true })
    else leads.run()
  }
  const move = (by: number) => {
    const at = selected ? items.indexOf(selected) : 0
    setPointed(items[(at + by + items.length) % items.length]?.id)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && selected) open(selected, event.ctrlKey || event.metaKey)
    else if (event.key === '?' && typed === '') onHelp()
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="palette-input">
        <Search size={20} aria-hidden="true" />
        <input
          ref={input}
          role="combobox"
          {...comboboxProps}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={selectedId}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <Results
        id={`${id}-list`}
        groups={groups}
        selected={selected}
        optionId={optionId}
        onPoint={(item) => setPointed(item.id)}
        onOpen={open}
      />
      {items.length === 0 && !searching && (
        <Nothing
          typed={typed}
          context={context}
          onGo={(to) => {
            onClose()
            onGo(to, { newTab: false, external: false })
          }}
        />
      )}
      <p className="visually-hidden" role="status">
        {searching ? '' : t('{count} 项', { count: items.length })}
      </p>
      <Foot onHelp={onHelp} />
    </dialog>
  )
}
