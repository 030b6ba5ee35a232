import { excelsContract } from '@atrium/contract/features/operations/excels/excels.contract.ts'
import { type ImportSummary, importsContract } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { type DragEvent, useRef, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { rich } from '../../../ui/rich.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import { amount, stateNames } from './import-words.ts'

/** A template whose workbooks are imported. */
export type ImportedTemplate = { id: string; name: string; entity: string; entityTitle: string; mostRows: number }

const Former = ({ row, onOpen }: { row: ImportSummary; onOpen: (id: string) => void }) => (
  <li className="import-former">
    <button type="button" className="import-former-name" onClick={() => onOpen(row.id)}>
      {row.file.name}
    </button>
    <Tag>{stateNames[row.state]}</Tag>
    <span className="import-quiet">
      <Time at={row.createTime} />
    </span>
  </li>
)

type UploadStepProps = { template: ImportedTemplate; onUploaded: (id: string) => void }

/** Chooses a file, downloads the template, or goes on with a former file. */
export const UploadStep = ({ template, onUploaded }: UploadStepProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const [isOver, setOver] = useState(false)
  const write = useWrite(importsContract.uploadImport, { silentSuccess: true, invalidates: [importsContract.imports] })
  const { data: former } = useRead(importsContract.imports, { query: { 'f.entity': template.entity, size: 5 } })

  const send = async (file: File | undefined) => {
    if (!file) return
    setProblem('')
    try {
      const { id } = await write.mutateAsync({ params: { id: template.id }, file })
      onUploaded(id)
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '')
    }
  }
  const download = async () => {
    const bytes = await call(excelsContract.file, { params: { id: template.id } }).catch(() => undefined)
    if (bytes) saveFile(`${template.name}.xlsx`, bytes)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  return (
    <div className="import-step">
      <section
        className="import-drop"
        aria-label={t('上传文件')}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.csv,.tsv"
          aria-label={t('选择要导入的文件')}
          onChange={({ currentTarget }) => {
            void send(currentTarget.files?.[0])
            // Allows choosing the same file again.
            currentTarget.value = ''
          }}
        />
        <p>{t('将填写好的文件拖到此处，或')}</p>
        <Button look="primary" loading={write.isPending} onClick={() => input.current?.click()}>
          {t('选择文件')}
        </Button>
        <p className="import-quiet">
          {t('支持 .xlsx、.csv 和 .tsv，最大 20 MB，一次最多 {mostRows} 行', { mostRows: amount(template.mostRows) })}
        </p>
        {problem !== '' && (
          <p role="alert" className="import-problem">
            {problem}
          </p>
        )}
      </section>
      <p>
        {rich('尚未填写？请先{button}，按说明填写后上传。', {
          button: (
            <Button look="link" onClick={() => void download()}>
              {t('下载模板')}
            </Button>
          ),
        })}
      </p>
      {former && former.data.length > 0 && (
        <section aria-label={t('最近的导入')}>
          <h3 className="import-heading">{t('最近的导入')}</h3>
          <ul className="import-formers">
            {former.data.map((row) => (
              <Former key={row.id} row={row} onOpen={onUploaded} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
