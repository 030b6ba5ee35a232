import {
  type TextRow,
  translationsContract,
} from '@atrium/contract/features/system/translations/translations.contract.ts'
import { sourceLanguage } from '@atrium/contract/kernel/texts.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ListPage } from '../../../kernel/listing/list-page.tsx'
import { useListState } from '../../../kernel/listing/use-list-state.ts'
import { useIsPlatform } from '../../../shared/entry/use-is-platform.ts'
import { Tag } from '../../../ui/tag.tsx'
import { pageLanguage, t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { LanguageCards } from './language-cards.tsx'
import { TextCell } from './text-cell.tsx'
import { TextFiles } from './text-files.tsx'
import { kindNames, kindOptions, stateOptions } from './text-words.ts'

const contract = { list: translationsContract.list }

const Source = ({ row }: { row: TextRow }) => (
  <span className="text-source" lang={sourceLanguage}>
    <span>{row.source}</span>
    {row.meaning !== '' && <Tag>{row.meaning}</Tag>}
    {row.kinds.length > 0 && (
      <span className="text-source-kinds" lang={pageLanguage}>
        {row.kinds.map((kind) => kindNames[kind]).join(' · ')}
      </span>
    )}
  </span>
)

/** Languages, and the texts of the product and of administrators in each of them. */
export const TranslationsPage = () => {
  const isPlatform = useIsPlatform()
  const [state, change] = useListState(contract.list)
  const languages = useRead(translationsContract.languages, {}).data ?? []
  // As the server chooses without one.
  const others = languages.filter(({ tag }) => tag !== sourceLanguage)
  const usual = (others.find(({ tag }) => tag === pageLanguage) ?? others[0])?.tag ?? sourceLanguage
  const language = state.filters.language ?? usual
  return (
    <>
      <LanguageCards
        languages={languages}
        chosen={language}
        isPlatform={isPlatform}
        onChoose={(tag) => change({ filters: { ...state.filters, language: tag } })}
      />
      <ListPage
        contract={contract}
        texts={{
          noun: t('文案'),
          purpose: t('系统文案和各类名称在各语言下的显示。改写后立即生效，升级后保留。'),
          empty: { title: t('没有符合条件的文案'), hint: t('可按屏幕上看到的文字搜索') },
          searchHint: t('屏幕上看到的文字'),
        }}
        columns={[
          { field: 'source', title: t('原文'), hasControls: true, show: (_source, row) => <Source row={row} /> },
          {
            field: 'text',
            title: t('译文'),
            leastWidth: 240,
            place: 'sub',
            // Another language, another text.
            show: (_text, row) => <TextCell key={language} row={row} language={language} />,
          },
          { field: 'updateTime', title: t('更新时间'), width: 164, rank: -1, show: (at) => at && <Time at={at} /> },
        ]}
        filters={[
          { kind: 'select', name: 'kind', label: t('类别'), options: kindOptions(isPlatform), quick: true },
          { kind: 'select', name: 'state', label: t('状态'), options: stateOptions, quick: true },
        ]}
        actions={{ tools: <TextFiles language={language} missing={state.filters.state === 'missing'} /> }}
      />
    </>
  )
}
