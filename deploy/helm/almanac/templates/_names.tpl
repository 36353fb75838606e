{{- define "almanac.labels" -}}
app.kubernetes.io/name: {{ .service }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/part-of: almanac
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "almanac.selector" -}}
app.kubernetes.io/name: {{ .service }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{- define "almanac.image" -}}
{{- $digest := get .root.Values.image.digests .service -}}
{{ .root.Values.image.registry }}/{{ .service }}
{{- if $digest }}@{{ $digest }}{{ else }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "almanac.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
capabilities: { drop: [ALL] }
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "almanac.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* Placement of pods: the setting of the service, or else the common one. */}}
{{- define "almanac.placement" -}}
{{- $own := .settings | default dict -}}
{{- with (get $own "nodeSelector") | default .root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with (get $own "tolerations") | default .root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with (get $own "affinity") | default .root.Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with (get $own "priorityClassName") | default .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* The region of Amazon SES. With it, mails need no SMTP_URL. */}}
{{- define "almanac.sesRegion" -}}
{{- $worker := get .Values.services "scheduler-worker" -}}
{{- get (merge (dict) ($worker.env | default dict) .Values.env) "SES_REGION" -}}
{{- end }}

{{/* The secret variables that each workload reads. */}}
{{- define "almanac.secretVariables" -}}
content-api: { required: [DATABASE_URL], optional: [DATABASE_READ_URL, DATABASE_DIRECT_URL] }
admin-api: { required: [DATABASE_URL, ENCRYPTION_KEY], optional: [CALENDAR_TICKET_SECRET, STORAGE_SECRET_ACCESS_KEY, STRIPE_WEBHOOK_SECRET] }
calendar-graphql: { required: [DATABASE_URL, ENCRYPTION_KEY], optional: [CALENDAR_TICKET_SECRET, DATABASE_READ_URL] }
scheduler-worker:
  required: [DATABASE_URL, QUEUE_URL, ENCRYPTION_KEY{{ if not (include "almanac.sesRegion" .) }}, SMTP_URL{{ end }}]
  optional: [DATABASE_DIRECT_URL, CALENDAR_DATABASE_URL, CALENDAR_DATABASE_DIRECT_URL, DASHBOARD_PASSWORD, SES_SECRET_ACCESS_KEY{{ if include "almanac.sesRegion" . }}, SMTP_URL{{ end }}]
migrate:
  required: [DATABASE_URL]
  optional: [DATABASE_DIRECT_URL, CALENDAR_DATABASE_URL, CALENDAR_DATABASE_DIRECT_URL, QUEUE_URL]
{{- end }}

{{/* The name of the Secret of a workload. */}}
{{- define "almanac.secretName" -}}
{{- $existing := get .root.Values.existingSecrets .service | default dict -}}
{{ get $existing "name" | default (printf "%s-%s" .root.Release.Name .service) }}
{{- end }}

{{/* The data of the Secret of a workload: its own value of a variable, or else the common one. */}}
{{- define "almanac.secretData" -}}
{{- $variables := get (include "almanac.secretVariables" .root | fromYaml) .service -}}
{{- $own := get .root.Values.workloadSecrets .service | default dict -}}
{{- range $name := concat $variables.required $variables.optional }}
{{- $value := get $own $name | default (get $.root.Values.secrets $name) -}}
{{- if and (eq $.service "calendar-graphql") (eq $name "DATABASE_URL") (not (get $own $name)) -}}
{{- $value = get $.root.Values.secrets "CALENDAR_DATABASE_URL" | default $value -}}
{{- end }}
{{- /* The common replica is that of the publishing database. */}}
{{- if and (eq $.service "calendar-graphql") (eq $name "DATABASE_READ_URL") (get $.root.Values.secrets "CALENDAR_DATABASE_URL") -}}
{{- $value = get $own $name -}}
{{- end }}
{{- if and (has $name $variables.required) (not $value) }}
{{- fail (printf "secrets.%s is not set: %s needs it, or existingSecrets.%s.name." $name $.service $.service) }}
{{- end }}
{{- if $value }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end }}

{{/* A checksum of the Secret of a workload. Pods restart when it changes. */}}
{{- define "almanac.secretChecksum" -}}
{{- $existing := get .root.Values.existingSecrets .service | default dict -}}
{{- if (get $existing "name") -}}
{{ printf "%s %s" (get $existing "name") ((get $existing "version") | default "") | sha256sum }}
{{- else -}}
{{ include "almanac.secretData" . | sha256sum }}
{{- end }}
{{- end }}

{{/* Fails if uploaded files would have no storage, or one that the replicas of admin-api do not share. */}}
{{- define "almanac.checkStorage" -}}
{{- $admin := get .Values.services "admin-api" -}}
{{- $most := $admin.replicas -}}
{{- if .Values.autoscaling.enabled }}{{ $most = max $admin.replicas $admin.maxReplicas }}{{ end -}}
{{- if and (not .Values.storage.bucket) (not .Values.storage.existingClaim) -}}
{{- fail "Uploaded files need storage: set storage.bucket (S3) or storage.existingClaim." -}}
{{- end -}}
{{- if and (gt (int $most) 1) (not .Values.storage.bucket) (ne .Values.storage.accessMode "ReadWriteMany") -}}
{{- fail (printf "admin-api may run %d replicas, which must share their storage: set storage.bucket, or storage.accessMode to ReadWriteMany if the claim has this mode, or admin-api's replicas and maxReplicas to 1." (int $most)) -}}
{{- end -}}
{{- end }}

{{/* The host of adminUrl, without its port. */}}
{{- define "almanac.adminHost" -}}
{{- with .Values.adminUrl }}{{ (urlParse .).hostname }}{{ end }}
{{- end }}

{{/* The host of calendarUrl; empty without calendarUrl. */}}
{{- define "almanac.calendarHost" -}}
{{- with .Values.calendarUrl }}{{ (urlParse .).hostname }}{{ end }}
{{- end }}

{{/* The paths for staff on the host of adminUrl, in addition to the Admin API: a JSON array. */}}
{{- define "almanac.staffPaths" -}}
["/console", "/docs"]
{{- end }}

{{/* An Ingress path on the host of the site, and the paths below it. For ingress-nginx, a regular expression. */}}
{{- define "almanac.sitePath" -}}
{{- $isNginx := contains "nginx" .root.Values.ingress.className }}
- path: {{ ternary (printf "%s(/|$)" .path) .path $isNginx }}
  pathType: {{ ternary "ImplementationSpecific" "Prefix" $isNginx }}
  backend: { service: { name: {{ .root.Release.Name }}-{{ .service }}, port: { name: http } } }
{{- end }}

{{/* Where staff sign in, as environment variables. Only admin-api and the command line read SINGLE_ORIGIN. */}}
{{- define "almanac.origins" -}}
{{- with .root.Values.adminUrl }}
- { name: ADMIN_URL, value: {{ . | quote }} }
{{- end }}
{{- if has .service (list "admin-api" "migrate") }}
- { name: SINGLE_ORIGIN, value: {{ .root.Values.singleOrigin | quote }} }
{{- end }}
{{- end }}

{{/*
Environment variables that `env` of the values overrides, as a map. calendar-graphql lets the Console at ADMIN_URL read the calendar;
without adminUrl, the Console has the origin of siteUrl.
*/}}
{{- define "almanac.defaultEnv" -}}
{{- if and (eq .service "calendar-graphql") (not .root.Values.adminUrl) }}
{{- with urlParse .root.Values.siteUrl }}
CORS_ORIGINS: {{ printf "%s://%s" .scheme .host | lower | quote }}
{{- end }}
{{- end }}
{{- end }}

{{- define "almanac.checkOrigins" -}}
{{- $site := (urlParse .Values.siteUrl).hostname }}
{{- $admin := include "almanac.adminHost" . }}
{{- $calendar := include "almanac.calendarHost" . }}
{{- if and .Values.ingress.enabled $calendar (eq $calendar $admin) (ne $calendar .Values.ingress.host) }}
{{- fail "calendarUrl has the host of adminUrl, where the Ingress has no paths of the calendar. Leave calendarUrl empty, or choose another host." }}
{{- end }}
{{- if not .Values.singleOrigin }}
{{- if not .Values.adminUrl }}
{{- fail "adminUrl is required: the public URL of the Console, on another host than siteUrl. For one origin, where scripts in posts can act as staff, set singleOrigin." }}
{{- end }}
{{- if eq $admin $site }}
{{- fail "adminUrl has the host of siteUrl, where scripts in posts can act as staff. Choose another host, or set singleOrigin." }}
{{- end }}
{{- end }}
{{- end }}
