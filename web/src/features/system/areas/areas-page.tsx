import { useState } from 'react'
import { useIsPlatform } from '../../../shared/entry/use-is-platform.ts'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { t } from '../../../ui/texts.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { AreaTitles, AreaTree, FoundAreas } from './area-tree.tsx'
import { EndedAreas } from './ended-areas.tsx'
import { ExportAreas } from './export-areas.tsx'
import { UpdateAreas } from './update-areas.tsx'
import './areas.css'

const tabs = [
  { key: 'current' as const, text: t('现行区划') },
  { key: 'ended' as const, text: t('已撤销', { context: 'abolished' }) },
]

const CurrentAreas = () => {
  const [search, setSearch] = useState('')
  const isPlatform = useIsPlatform()
  const words = useDebounced(search)
  return (
    <>
      <div className="areas-head">
        <SearchInput
          aria-label={t('搜索行政区划')}
          placeholder={t('名称、拼音或首字母')}
          maxLength={64}
          value={search}
          onChange={setSearch}
        />
        <span className="areas-tools">
          <ExportAreas />
          {isPlatform && <UpdateAreas />}
        </span>
      </div>
      {words === '' ? (
        <>
          <AreaTitles />
          <AreaTree />
        </>
      ) : (
        <FoundAreas search={words} />
      )}
    </>
  )
}

/** Administrative divisions: those in force as a tree, and those that have ended. */
export const AreasPage = () => {
  const [tab, setTab] = useState<'current' | 'ended'>('current')
  return (
    <section className="areas-page">
      <PlainTabs label={t('行政区划')} tabs={tabs} active={tab} onSelect={setTab}>
        {tab === 'current' ? <CurrentAreas /> : <EndedAreas />}
      </PlainTabs>
    </section>
  )
}
