// Verifies a transparency log with the code of Go's checksum database. The server shares no code with it.
//
// Usage: verify-log ORIGIN CHECKPOINT...
//
// The checkpoints are files, the oldest first. Prints a line per checkpoint. Exits with 1 at the first fault.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileHeight = 8
	tileWidth  = 1 << tileHeight
	// entries is tlog's level of entry bundles.
	entries = -1
)

// site reads the tiles of a site's log; it implements tlog.TileReader.
type site struct {
	origin  string
	fetched map[string][]byte
}

func main() {
	log.SetFlags(0)
	s := site{os.Args[1], map[string][]byte{}}
	vkey, err := s.get("/.well-known/tlog-vkey")
	check(err)
	verifier, err := note.NewVerifier(strings.TrimSuffix(string(vkey), "\n"))
	check(err)
	var trees []tlog.Tree
	for _, file := range os.Args[2:] {
		tree, err := openCheckpoint(file, verifier)
		check(err)
		trees = append(trees, tree)
	}
	for i, tree := range trees {
		for _, older := range trees[:i] {
			check(s.continues(tree, older))
		}
	}
	for i, tree := range trees {
		check(s.includesEach(tree))
		fmt.Printf("%d entries, continues %d trees\n", tree.N, i)
	}
}

// continues returns an error unless tree starts with the entries of older.
func (s site) continues(tree, older tlog.Tree) error {
	proof, err := tlog.ProveTree(tree.N, older.N, tlog.TileHashReader(tree, s))
	if err == nil {
		err = tlog.CheckTree(proof, tree.N, tree.Hash, older.N, older.Hash)
	}
	if err != nil {
		return fmt.Errorf("the tree of %d entries does not continue the tree of %d: %v", tree.N, older.N, err)
	}
	return nil
}

// includesEach returns an error unless tree includes each of the site's first tree.N entries.
func (s site) includesEach(tree tlog.Tree) error {
	leaves, err := s.leaves(tree.N)
	if err != nil {
		return err
	}
	reader := tlog.TileHashReader(tree, s)
	for i, leaf := range leaves {
		index := int64(i)
		proof, err := tlog.ProveRecord(tree.N, index, reader)
		if err == nil {
			err = tlog.CheckRecord(proof, tree.N, tree.Hash, index, leaf)
		}
		if err != nil {
			return fmt.Errorf("entry %d is not in the tree of %d: %v", index, tree.N, err)
		}
	}
	return nil
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func openCheckpoint(file string, verifier note.Verifier) (tree tlog.Tree, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return tree, err
	}
	opened, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		return tree, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return tree, fmt.Errorf("malformed checkpoint: %q", opened.Text)
	}
	if tree.N, err = strconv.ParseInt(lines[1], 10, 64); err != nil {
		return tree, err
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	copy(tree.Hash[:], root)
	return tree, err
}

// leaves returns the leaf hashes of the site's first size entries.
func (s site) leaves(size int64) ([]tlog.Hash, error) {
	var leaves []tlog.Hash
	for int64(len(leaves)) < size {
		at := int64(len(leaves))
		width := tileWidth
		if size-at < tileWidth {
			width = int(size - at)
		}
		data, err := s.readTile(tlog.Tile{H: tileHeight, L: entries, N: at / tileWidth, W: width})
		if err != nil {
			return nil, err
		}
		for ; width > 0; width-- {
			if len(data) < 2 || len(data)-2 < int(binary.BigEndian.Uint16(data)) {
				return nil, fmt.Errorf("entry %d is cut off", len(leaves))
			}
			end := 2 + int(binary.BigEndian.Uint16(data))
			leaves = append(leaves, tlog.RecordHash(data[2:end]))
			data = data[end:]
		}
		if len(data) > 0 {
			return nil, fmt.Errorf("%d bytes after entry %d", len(data), len(leaves)-1)
		}
	}
	return leaves, nil
}

func (s site) Height() int { return tileHeight }

func (s site) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	read := make([][]byte, len(tiles))
	for i, tile := range tiles {
		data, err := s.readTile(tile)
		if err != nil {
			return nil, err
		}
		read[i] = data
	}
	return read, nil
}

func (s site) SaveTiles([]tlog.Tile, [][]byte) {}

// readTile returns a tile, which it caches. tlog's own paths differ: they contain the height, and call entries "data".
func (s site) readTile(tile tlog.Tile) ([]byte, error) {
	path := strings.TrimPrefix(tile.Path(), fmt.Sprintf("tile/%d/", tileHeight))
	path = "/log/tile/" + strings.Replace(path, "data/", "entries/", 1)
	if data, ok := s.fetched[path]; ok {
		return data, nil
	}
	data, err := s.get(path)
	if err == nil {
		s.fetched[path] = data
	}
	return data, err
}

// get fetches a path without net/http, which takes several times as long to compile as all the rest.
func (s site) get(path string) ([]byte, error) {
	host := strings.TrimPrefix(s.origin, "http://")
	connection, err := net.Dial("tcp", host)
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	fmt.Fprintf(connection, "GET %s HTTP/1.0\r\nHost: %s\r\n\r\n", path, host)
	response, err := io.ReadAll(connection)
	if err != nil {
		return nil, err
	}
	head, body, _ := strings.Cut(string(response), "\r\n\r\n")
	status, _, _ := strings.Cut(head, "\r\n")
	if !strings.HasSuffix(status, " 200 OK") {
		return nil, fmt.Errorf("%s: %s", path, status)
	}
	return []byte(body), nil
}
