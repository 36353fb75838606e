// Renders the chart with the template language Helm uses (text/template and Sprig), so that it can be checked where no
// Helm is at hand. Usage: GO111MODULE=off GOPATH=/usr/share/gocode go run render.go <chart> [values.yaml]
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(path string) map[string]interface{} {
	text, err := os.ReadFile(path)
	check(err)
	values := map[string]interface{}{}
	check(yaml.Unmarshal(text, &values))
	return values
}

// merge lays over on base, map by map, as Helm does with several values files.
func merge(base, over map[string]interface{}) map[string]interface{} {
	for key, value := range over {
		inner, isMap := value.(map[string]interface{})
		known, wasMap := base[key].(map[string]interface{})
		if isMap && wasMap {
			base[key] = merge(known, inner)
		} else {
			base[key] = value
		}
	}
	return base
}

// files gives templates the chart's other files, as Helm's .Files does.
type files struct{ chart string }

func (f files) Get(name string) string {
	text, err := os.ReadFile(filepath.Join(f.chart, name))
	check(err)
	return string(text)
}

func fromYaml(text string) (map[string]interface{}, error) {
	values := map[string]interface{}{}
	err := yaml.Unmarshal([]byte(text), &values)
	return values, err
}

func fromYamlArray(text string) ([]interface{}, error) {
	values := []interface{}{}
	err := yaml.Unmarshal([]byte(text), &values)
	return values, err
}

func main() {
	chart := os.Args[1]
	description := read(filepath.Join(chart, "Chart.yaml"))
	values := read(filepath.Join(chart, "values.yaml"))
	if len(os.Args) > 2 {
		values = merge(values, read(os.Args[2]))
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   map[string]interface{}{"Name": description["name"], "Version": description["version"], "AppVersion": description["appVersion"]},
		"Files":   files{chart},
		"Release": map[string]interface{}{"Name": "test", "Namespace": "default", "Service": "Helm", "Revision": 1},
	}

	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, arguments interface{}) (string, error) {
		var out bytes.Buffer
		err := root.ExecuteTemplate(&out, name, arguments)
		return out.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["fromYaml"] = fromYaml
	functions["fromYamlArray"] = fromYamlArray
	root.Funcs(functions)

	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = root.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".yaml") {
			fmt.Printf("---\n# %s\n", filepath.Base(file))
			check(root.ExecuteTemplate(os.Stdout, filepath.Base(file), data))
			fmt.Println()
		} else if strings.HasSuffix(file, ".txt") {
			var notes bytes.Buffer
			check(root.ExecuteTemplate(&notes, filepath.Base(file), data))
			fmt.Println("---\n# " + strings.ReplaceAll(notes.String(), "\n", "\n# "))
		}
	}
}
