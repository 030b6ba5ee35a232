import { createFeatures } from '../../src/features.ts'
import { noAnnouncements } from '../../src/kernel/announcements.ts'
import { createEvents } from '../../src/kernel/events/events.ts'
import { openFileStore } from '../../src/kernel/files/open-file-store.ts'
import { createLimits } from '../../src/kernel/limits.ts'
import { createSecrets } from '../../src/kernel/secrets.ts'
import { openLanguages } from '../../src/kernel/texts/languages.ts'
import { createOnlineTexts } from '../../src/kernel/texts/online-texts.ts'
import type { TestApp } from '../harness.ts'

/** The features as the product composes them, on a test database and without a server. */
export const createdFeatures = ({ database }: TestApp) => {
  const services = { limits: createLimits(database), secrets: createSecrets('x'.repeat(32)) }
  const site = {
    version: '',
    dnsServers: [],
    siteOrigin: 'http://localhost:3000',
    outboxFolder: '',
    checkpointFolder: '',
    fileStore: openFileStore(''),
    clamavSocket: '',
    areasPublicKey: '',
    openTargetNetworks: [],
    platformCompany: '',
    languages: openLanguages(),
  }
  const nodes = { database, announcements: noAnnouncements, servingNodes: () => 1, migrations: [] }
  const callInProcess = () => Promise.reject(new Error('nothing is served'))
  const unwatched = { callInProcess, wakeJob: () => undefined, onError: () => undefined }
  const events = createEvents({ ...nodes, ...unwatched, servesEvents: false })
  const { languages, platformCompany } = site
  const onlineTexts = createOnlineTexts({ ...nodes, languages, platformCompany })
  return createFeatures({ onlineTexts, ...nodes, ...unwatched, events, ...services, ...site })
}
