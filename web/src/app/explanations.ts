import { explainContract } from '@atrium/contract/features/governance/explain/explain.contract.ts'
import { lazy } from 'react'
import { declareExplanations } from '../kernel/access/decision-trace.tsx'
import { requestsEntry } from './shell-session.ts'

declareExplanations({
  endpoint: explainContract.explain,
  Decision: lazy(async () => ({ default: (await import('../features/governance/explain/decision.tsx')).Decision })),
  Question: lazy(async () => ({
    default: (await import('../features/governance/explain/question-drawer.tsx')).QuestionDrawer,
  })),
  requestsPath: requestsEntry.path,
})
