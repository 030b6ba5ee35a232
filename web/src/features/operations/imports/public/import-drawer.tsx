import type { ImportDetails } from '@atrium/contract/features/operations/imports/imports.contract.ts'
import { useState } from 'react'
import { Drawer } from '../../../../ui/drawer.tsx'
import { StepBar } from '../../../../ui/step-bar.tsx'
import { t } from '../../../../ui/texts.ts'
import { CheckStep } from '../check-step.tsx'
import { DoneStep } from '../done-step.tsx'
import { sizeText, stepTitles, toStep } from '../import-words.ts'
import { MappingStep } from '../mapping-step.tsx'
import { RunStep } from '../run-step.tsx'
import { type ImportedTemplate, UploadStep } from '../upload-step.tsx'
import { useImport } from '../use-import.ts'
import '../imports.css'

type StepsProps = { id: string; onReplace: () => void; onClose: () => void }

const Steps = ({ id, onReplace, onClose }: StepsProps) => {
  const { data: found } = useImport(id)
  const [isMapping, setMapping] = useState(false)
  if (!found) return null
  return (
    <>
      <StepBar titles={stepTitles} at={isMapping && found.state === 'checked' ? 1 : toStep(found)} />
      <p className="import-file">
        <b>{found.file.name}</b>
        <span className="import-quiet">{sizeText(found.file.size)}</span>
      </p>
      <Step found={found} isMapping={isMapping} setMapping={setMapping} onReplace={onReplace} onClose={onClose} />
    </>
  )
}

type StepProps = Omit<StepsProps, 'id'> & {
  found: ImportDetails
  isMapping: boolean
  setMapping: (isMapping: boolean) => void
}
const Step = ({ found, isMapping, setMapping, onReplace, onClose }: StepProps) => {
  const { state, counts, checkRun, applyRun, undoRun, revision } = found
  if (state === 'checking' && checkRun) return <RunStep runId={checkRun} label={t('正在试运行')} />
  if (state === 'applying' && applyRun) return <RunStep runId={applyRun} label={t('正在导入')} />
  if (state === 'undoing' && undoRun) return <RunStep runId={undoRun} label={t('正在撤销')} />
  if (state === 'checked' && counts && !isMapping)
    return <CheckStep found={found} counts={counts} onBack={() => setMapping(true)} />
  if (applyRun) return <DoneStep found={found} runId={applyRun} onAnother={onReplace} onClose={onClose} />
  return <MappingStep key={revision} found={found} onReplace={onReplace} onChecked={() => setMapping(false)} />
}

type ImportDrawerProps = { template: ImportedTemplate; onClosed: () => void }

/** Imports a filled workbook in steps. Closing it loses nothing: the file is among the last ones when it opens again. */
export const ImportDrawer = ({ template, onClosed }: ImportDrawerProps) => {
  const [open, setOpen] = useState(true)
  const [id, setId] = useState<string>()
  const close = () => setOpen(false)
  return (
    <Drawer
      title={t('导入{entityTitle}', { entityTitle: template.entityTitle })}
      width={960}
      open={open}
      onClose={close}
      onClosed={onClosed}
    >
      <div className="import">
        {id === undefined ? (
          <>
            <StepBar titles={stepTitles} at={0} />
            <UploadStep template={template} onUploaded={setId} />
          </>
        ) : (
          <Steps key={id} id={id} onReplace={() => setId(undefined)} onClose={close} />
        )}
      </div>
    </Drawer>
  )
}
