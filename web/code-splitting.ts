type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/**
 * Which files the browser's code is put into. Left to itself the bundler makes a file of whatever two pages share, and
 * dozens of small files compress far worse than a few: the home page saves a tenth of its weight this way.
 */
export const groups = [
  // Stays cached from release to release.
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
    priority: 5,
  },
  // What every page begins with, and the small parts that nearly every page has.
  group(
    'shell',
    /lucide-react\/dist\/esm\/icons\/(arrow-up|map-pin|search-x)\.mjs$|web\/app\/(root|entry\.client|routes\/shell\/route|lib\/(seo|images)|data\/space-state|features\/spaces\/use-search-text|ui\/(banner|breadcrumbs|card|empty-state|native-select|price|rating|search-field|text-link))\.tsx?$/,
    4,
  ),
  // One file for the icons that the same pages use; taken before the files below, which others need not load for an icon.
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, entriesAware: true, priority: 3 },
  // What the sign-in dialog shares with screens of accounts: each file it needs is named on every page.
  {
    name: 'account-forms',
    test: /(features\/account|routes\/auth)\/(account-form|arrive|authenticate|code-step|email-field|failure-banner|failure-texts|forgot-step|guest|new-password-field|one-time-code|password-rules|recovery|resend-button|return-address|weak-password)\.tsx?$|ui\/(code|password)-field\.tsx$|content\/accounts\.ts$/,
    priority: 3,
  },
  // A few lines that pages without lists need as well, which would otherwise take the next file for them.
  { name: 'folding', test: /\/domain\/folding\.ts$/, priority: 3 },
  // What the pages with lists of spaces share.
  group(
    'lists',
    /features\/spaces\/(space-results|space-query|use-space-list|use-space-feed)\.tsx?$/,
    2,
  ),
  // What those of them share that can be searched.
  group(
    'search',
    /features\/spaces\/(space-search|use-space-types|use-spaces-query)\.tsx?$|ui\/filter-chips\.tsx$/,
    1,
  ),
]

/** A file of these modules and of all that they import, unless a group of higher priority has it. */
function group(name: string, beginnings: RegExp, priority: number) {
  return {
    name: (id: string, graph: ModuleGraph) => (isImportedBy(id, beginnings, graph) ? name : null),
    debugName: name,
    priority,
  }
}

/** Every icon is exported by one module that everybody imports: who imports that says nothing. */
const tellsNothing = /lucide-react\.mjs$/

/** In a file with others the style sheet would come anew with each part that is fetched later. */
const standsAlone = /web\/app\/(root\.tsx|app\.css)$/

function isImportedBy(id: string, beginnings: RegExp, graph: ModuleGraph): boolean {
  if (standsAlone.test(id)) return false
  const importing = new Set([id])
  for (const module of importing) {
    if (beginnings.test(module)) return true
    if (tellsNothing.test(module)) continue
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) importing.add(importer)
  }
  return false
}
