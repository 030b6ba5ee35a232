import { recoveryContract } from '@atrium/contract/features/tenancy/recovery/recovery.contract.ts'
import { useRef, useState } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { Note } from '../../../ui/note.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { stateNames, stateTones } from './recovery-state.ts'

const { archives, compareExport, compareFile } = recoveryContract
type Listed = NonNullable<ReturnType<typeof useRead<typeof archives>>['data']>
type Chosen = { companyId: string; onChosen: (comparisonId: string) => void }

const Exports = ({ listed, companyId, onChosen }: Chosen & { listed: Listed['archives'] }) => {
  const write = useWrite(compareExport, { onDone: ({ id }) => onChosen(id) })
  if (listed.length === 0)
    return <p className="recovery-quiet">{t('暂无可比较的导出结果。导出结果保留 7 天，更早的请上传档案。')}</p>
  return (
    <ul className="recovery-list">
      {listed.map(({ runId, name, size, createTime, by }) => (
        <li key={runId}>
          <span className="recovery-name">{name}</span>
          <span className="recovery-quiet">
            <Time at={createTime} /> {by.name} · {formatBytes(size)}
          </span>
          <Button
            look="link"
            aria-label={t('与“{name}”比较', { name })}
            loading={write.isPending && write.variables?.body.runId === runId}
            disabled={write.isPending}
            onClick={() => write.mutate({ params: { id: companyId }, body: { runId } })}
          >
            {t('比较')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Sends an archive that was downloaded earlier. What is wrong with it stays on the screen. */
const UploadArchive = ({ companyId, onChosen }: Chosen) => {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const write = useWrite(compareFile)
  const send = async (file: File | undefined) => {
    if (!file) return
    setProblem('')
    try {
      onChosen((await write.mutateAsync({ params: { id: companyId }, body: {}, file })).id)
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '')
    }
  }
  return (
    <section aria-labelledby="recovery-upload">
      <h3 id="recovery-upload" className="recovery-heading">
        {t('上传档案')}
      </h3>
      <p className="recovery-quiet">{t('之前下载的公司数据（.zip，最大 1 GB）。仅接受本系统导出且未经改动的档案。')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip"
        aria-label={t('选择档案')}
        onChange={({ currentTarget }) => {
          void send(currentTarget.files?.[0])
          // Allows choosing the same file again.
          currentTarget.value = ''
        }}
      />
      <Button loading={write.isPending} onClick={() => input.current?.click()}>
        {t('选择档案')}
      </Button>
      {problem !== '' && (
        <p role="alert" className="recovery-problem">
          {problem}
        </p>
      )}
    </section>
  )
}

const Former = ({ listed, onChosen }: Pick<Chosen, 'onChosen'> & { listed: Listed['comparisons'] }) => (
  <section aria-labelledby="recovery-former">
    <h3 id="recovery-former" className="recovery-heading">
      {t('最近的比较')}
    </h3>
    <ul className="recovery-list">
      {listed.map(({ id, name, createTime, createBy, state }) => (
        <li key={id}>
          <span className="recovery-name">{name}</span>
          <span className="recovery-quiet">
            <Time at={createTime} /> {createBy.name}
          </span>
          <Tag tone={stateTones[state]}>{stateNames[state]}</Tag>
          <Button look="link" aria-label={t('查看“{name}”的比较', { name })} onClick={() => onChosen(id)}>
            {t('查看')}
          </Button>
        </li>
      ))}
    </ul>
  </section>
)

/** Chooses what a tenant is compared with. */
export const ChooseArchive = ({ companyId, onChosen }: Chosen) => (
  <ReadState read={useRead(archives, { params: { id: companyId } }, { staleTime: 0 })}>
    {(listed) => (
      <>
        <Note space="none">
          {t(
            '将公司数据的历史档案与当前数据比较，查看此后新增、修改和删除了什么，并可恢复其中一部分。比较不改动任何数据。',
          )}
        </Note>
        <section aria-labelledby="recovery-exports">
          <h3 id="recovery-exports" className="recovery-heading">
            {t('最近的导出')}
          </h3>
          <Exports listed={listed.archives} companyId={companyId} onChosen={onChosen} />
        </section>
        <UploadArchive companyId={companyId} onChosen={onChosen} />
        {listed.comparisons.length > 0 && <Former listed={listed.comparisons} onChosen={onChosen} />}
      </>
    )}
  </ReadState>
)
