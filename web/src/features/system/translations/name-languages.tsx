import { translationsContract } from '@atrium/contract/features/system/translations/translations.contract.ts'
import type { ReplyOf } from '@atrium/contract/kernel/endpoint.ts'
import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { queryClient } from '../../../kernel/api/query-client.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { KeyArea } from '../../../ui/key-area.tsx'
import { LineInput } from '../../../ui/line-input.tsx'
import { t } from '../../../ui/texts.ts'
import './name-languages.css'

const { name: readName, write, reset } = translationsContract
type Language = ReplyOf<typeof readName>['languages'][number]

/** Names are shown all over the console. */
const refetch = () => void queryClient.invalidateQueries()

/** What a name is called in one language; Enter saves it, an empty one is as the product says it. */
const LanguageField = ({ source, language }: { source: string; language: Language }) => {
  const { tag, name, shipped, text, version } = language
  const id = useId()
  const [typed, setTyped] = useState(text ?? '')
  const mayWrite = useCan(write)
  const writing = useWrite(write, { onDone: refetch })
  const resetting = useWrite(reset, { onDone: refetch })
  const isChanged = typed !== (text ?? '')
  const isBusy = writing.isPending || resetting.isPending
  const save = () => {
    if (!isChanged || isBusy) return
    if (typed === '') resetting.mutate({ body: { language: tag, source, version } })
    else writing.mutate({ body: { language: tag, source, text: typed, version } })
  }
  const { error } = writing
  const problem = error instanceof CallError ? error.errors?.[0]?.msg : undefined
  return (
    <KeyArea
      className="name-language"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        // It would submit the form around.
        event.preventDefault()
        save()
      }}
    >
      <label htmlFor={id}>{name}</label>
      <span className="name-language-line">
        <LineInput id={id} value={typed} onChange={setTyped} disabled={!mayWrite || isBusy} placeholder={shipped} />
        {isChanged && (
          <Button
            look="primary"
            icon={<Check aria-hidden size={16} />}
            title={t('保存')}
            aria-label={t('保存{name}译文', { name })}
            loading={isBusy}
            onClick={save}
          />
        )}
      </span>
      {problem !== undefined && (
        <p className="name-language-problem" role="alert">
          {problem}
        </p>
      )}
    </KeyArea>
  )
}

/** What a name is called in each language but that of the source. Each is saved by itself. */
export const NameLanguages = ({ name }: { name: string }) => {
  const { data } = useRead(readName, { query: { name } })
  if (!data) return <p className="field-aside-waiting">{t('加载中...')}</p>
  return (
    <div className="name-languages">
      <p className="name-language-source">{t('原文：{source}', { source: data.source })}</p>
      {data.languages.map((language) => (
        <LanguageField key={`${language.tag} ${language.version}`} source={data.source} language={language} />
      ))}
    </div>
  )
}
