import { defaultLimits, type ProjectView, type RunRequest } from '../../../shared'
import { signInWords } from '../../lib/sign-in-words'
import { versionWords } from '../../lib/version-words'
import { ChoiceCards } from '../../ui'
import styles from './composer.module.css'
import type { Draft } from './draft'
import { EligibilityList } from './eligibility'
import { PreferButton } from './prefer-button'
import type { Composed } from './request'

export type AgentChoiceProps = {
  readonly draft: Draft
  readonly composed: Composed
  readonly project: ProjectView
  readonly onChange: (patch: Partial<Draft>) => void
}

/** Who does it: each agent with its version and sign-in, or why it can't; which one would be taken if none was named. */
export function AgentChoice({ draft, composed, project, onChange }: AgentChoiceProps) {
  const { runtimes, runtime } = composed
  return (
    <div className={styles.agents}>
      <ChoiceCards
        label="Agent"
        value={runtime?.name ?? null}
        options={runtimes.map(({ info, problem }) => ({
          value: info.name,
          title: info.title,
          note: versionWords(info),
          text: info.description,
          // What is in the way says how it is signed in, too.
          state: stateOf(
            problem === null ? signInWords(info.signIn) : null,
            info.name === project.preferredRuntime,
          ),
          // The rest stands above, once it is chosen.
          problem: problem === null ? null : firstSentence(problem),
        }))}
        onChange={(name) =>
          onChange({
            runtime: runtimes.find(({ info }) => info.name === name)?.info.name ?? null,
            variant: null,
          })
        }
      />
      <div className={styles.agentsFoot}>
        <EligibilityList
          request={unnamed(project, composed, draft)}
          runtimes={runtimes.map(({ info }) => info)}
        />
        {runtime !== null && runtimes.length > 1 && <PreferButton project={project} runtime={runtime} />}
      </div>
    </div>
  )
}

const firstSentence = (text: string): string => text.split(/(?<=\.)\s(?=\p{Lu})/u, 1)[0] ?? text

function stateOf(signIn: string | null, isPreferred: boolean): string | null {
  return [signIn, isPreferred ? 'preferred for this project' : null].filter(Boolean).join(' · ') || null
}

/** The same run without a named agent. Which agents could take it does not depend on the prompt. */
function unnamed(project: ProjectView, { consent, runtimes }: Composed, draft: Draft): RunRequest | null {
  if (consent === null || runtimes.length < 2) return null
  const on = consent.capabilities.filter((each) => !draft.without.includes(each))
  return {
    projectId: project.id,
    prompt: '…',
    runtime: null,
    variant: null,
    outputSchema: null,
    policy: {
      capabilities: on.length === 0 ? ['read_tracked_files'] : on,
      limits: { ...defaultLimits, ...consent.limits },
      runtimes: runtimes.map(({ info }) => info.name),
    },
  }
}
